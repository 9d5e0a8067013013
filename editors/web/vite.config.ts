import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Writes `sw.js`: the service worker, with the names of all files that a later visit needs. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle(_, bundle) {
      const files = ["./", ...Object.keys(bundle).filter((name) => name !== "sw.js" && !name.endsWith(".html")), "icon.svg", "manifest.webmanifest"];
      const digest = createHash("sha256");
      for (const [name, chunk] of Object.entries(bundle).sort()) digest.update(name).update(chunk.type === "asset" ? chunk.source : chunk.code);
      const source = readFileSync(here("./src/offline.js"), "utf8")
        .replace("__VERSION__", digest.digest("hex").slice(0, 16))
        .replace("__FILES__", JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

export default defineConfig({
  base: "./",
  resolve: { alias: { affray: here("../../bindings/wasm/pkg/affray.js") } },
  server: { fs: { allow: [here("../..")] } },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 900 },
  worker: { format: "es" },
  plugins: [offline()],
});
