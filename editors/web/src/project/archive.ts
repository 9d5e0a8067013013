/** Projects as .zip files, in and out. */
import { type UnzipFileInfo, strFromU8, strToU8, unzip, zipSync } from "fflate";
import { isKept } from "./paths";

const MOST_BYTES = 16 << 20;
const MOST_FILES = 256;

/** The same files give the same bytes. */
export function pack(files: Iterable<[string, string]>): Uint8Array {
  const entries = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, text]) => [path, strToU8(text)] as const);
  return zipSync(Object.fromEntries(entries), { mtime: new Date("2020-01-01T00:00:00") });
}

/** The files of an archive that a project may hold, and the names of the others. */
export function unpack(bytes: Uint8Array): Promise<{ files: [string, string][]; left: string[] }> {
  let size = 0;
  let count = 0;
  const left: string[] = [];
  const filter = (file: UnzipFileInfo) => {
    if (file.name.endsWith("/")) return false;
    const good = isKept(file.name) && (size += file.originalSize) <= MOST_BYTES && ++count <= MOST_FILES;
    if (!good) left.push(file.name);
    return good;
  };
  return new Promise((resolve, reject) => {
    unzip(bytes, { filter }, (error, files) => {
      if (error) reject(error);
      else resolve({ files: Object.entries(files).map(([path, text]) => [path, strFromU8(text)]), left });
    });
  });
}
