// A server for the built page: files of `dist` and nothing else, on a free port of this machine.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

/** The page to serve: that of `npm run page`, or of the folder AFFRAY_DIST. */
export const DIST = process.env.AFFRAY_DIST ?? fileURLToPath(new URL("../dist", import.meta.url));
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };

export function serve() {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const file = join(DIST, path.endsWith("/") ? `${path}index.html` : path);
    try {
      if (!file.startsWith(DIST) || !statSync(file).isFile()) throw new Error("no file");
    } catch {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "cache-control": "no-store" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      resolve({ url: `http://localhost:${port}/`, close: () => new Promise((done) => { server.closeAllConnections(); server.close(done); }) });
    });
  });
}
