/** A project as a link: all of its own files, compressed, in the fragment, which no browser sends to a server. */
import { Inflate, deflateSync, strFromU8, strToU8 } from "fflate";
import { isKept } from "./paths";

export interface Shared { name: string; files: [string, string][]; active: string; scenario?: string | undefined }

/** Longer links are cut by mail programs and chats, so the file is offered in their place. */
export const LONGEST_LINK = 16_000;
/** What a link may hold: a project of many files. */
const MOST_BYTES = 4 << 20;
const MOST_FILES = 256;
const MARK = "#p1=";

function toText(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function toBytes(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** The fragment that holds a project. */
export function fragment(project: Shared): string {
  return MARK + toText(deflateSync(strToU8(JSON.stringify(project)), { level: 9 }));
}

export function isShared(hash: string): boolean {
  return hash.startsWith(MARK);
}

/** What a fragment holds; nothing if it is damaged, too large, or not of this form. */
export function parse(hash: string): Shared | undefined {
  if (!isShared(hash) || hash.length > MOST_BYTES) return undefined;
  try {
    return checked(JSON.parse(inflated(toBytes(hash.slice(MARK.length)))));
  } catch {
    return undefined;
  }
}

/** Stops where a small link would become a large text. */
function inflated(bytes: Uint8Array): string {
  const parts: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  const inflate = new Inflate((part, last) => {
    size += part.length;
    if (size > MOST_BYTES) throw new Error("too large");
    parts.push(part);
    ended ||= last;
  });
  for (let at = 0; at < bytes.length; at += 4096) inflate.push(bytes.subarray(at, at + 4096), at + 4096 >= bytes.length);
  if (!ended) throw new Error("cut");
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return strFromU8(all);
}

function checked(data: unknown): Shared | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { name, files, active, scenario } = data as Record<string, unknown>;
  if (typeof name !== "string" || typeof active !== "string" || !Array.isArray(files) || files.length > MOST_FILES) return undefined;
  const seen = new Map<string, string>();
  for (const file of files as unknown[]) {
    if (!Array.isArray(file)) return undefined;
    const [path, text] = file as unknown[];
    if (typeof path !== "string" || typeof text !== "string" || !isKept(path)) return undefined;
    seen.set(path, text);
  }
  return { name: name.slice(0, 80), files: [...seen], active, scenario: typeof scenario === "string" ? scenario : undefined };
}
