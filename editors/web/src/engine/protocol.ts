/** What the page and its workers say to each other. */
import type { Project } from "affray";

/** Methods of a project that a worker carries out. */
export type Method = "contents" | "check" | "run" | "journal" | "digest" | "why" | "test" | "diff" | "odds" | "document" | "begin";
export type Result<M extends Method> = ReturnType<Project[M]>;
export type Arguments<M extends Method> = Parameters<Project[M]>;

export interface FightWish { path: string; title: string; seed: bigint; rolls: boolean; afresh: boolean }

/** How a worker ends: like a mistake of the program, never, or with no memory left. */
export type Break = "trap" | "loop" | "memory";

export type ToWorker =
  | { do: "start"; module: WebAssembly.Module; files: [string, string][]; role: "project" | "language" }
  | { do: "file"; path: string; text: string | null }
  | { do: "call"; id: number; method: Method; args: unknown[] }
  | { do: "fight"; id: number; wish: FightWish }
  | { do: "enter"; id: number; line: string }
  | { do: "complete"; id: number; line: string }
  | { do: "language"; message: string }
  /** For tests. */
  | { do: "break"; how: Break };

export type FromWorker =
  | { is: "ready"; builtIn: { path: string; text: string }[]; version: string }
  | { is: "result"; id: number; value: unknown }
  | { is: "refused"; id: number; why: string }
  | { is: "crashed"; why: string }
  | { is: "progress"; done: number; total: number }
  | { is: "language"; message: string }
  /** All messages of the language server so far have been answered. */
  | { is: "idle" };
