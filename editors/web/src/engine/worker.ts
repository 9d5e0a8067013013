/** A worker with the library in it: a project, or the language server. */
import init, { Fight, LanguageServer, Project, builtIn, onProgress, version } from "affray";
import { builtInPath } from "../project/paths";
import type { FromWorker, ToWorker } from "./protocol";

let project: Project | undefined;
let server: LanguageServer | undefined;
let fight: Fight | undefined;
let working = false;
let memory: WebAssembly.Memory | undefined;

const say = (message: FromWorker) => postMessage(message);

/** How long the client must be silent before rules are studied. */
const PAUSE = 200;

async function start(module: WebAssembly.Module, files: [string, string][], role: "project" | "language"): Promise<void> {
  memory = (await init({ module_or_path: module })).memory;
  const rules = builtIn();
  const texts = new Map([...rules.map(({ path, text }) => [builtInPath(path), text] as const), ...files]);
  if (role === "language") {
    server = new LanguageServer();
    for (const [path, text] of texts) server.setFile(path, text);
  } else {
    project = new Project();
    for (const [path, text] of texts) project.setFile(path, text);
    let last = 0;
    onProgress((done: number, total: number) => {
      const now = performance.now();
      if (now - last < 80) return;
      last = now;
      say({ is: "progress", done, total });
    });
  }
  say({ is: "ready", builtIn: rules, version: version() });
}

function hear(message: string): void {
  for (const answer of server?.hear(message) ?? []) say({ is: "language", message: answer });
  say({ is: "idle" });
  workLater();
}

let pause: ReturnType<typeof setTimeout> | undefined;
function workLater(): void {
  clearTimeout(pause);
  pause = setTimeout(() => guarded(work), PAUSE);
}

function work(): void {
  if (!server || working) return;
  working = true;
  for (const answer of server.work()) say({ is: "language", message: answer });
  working = false;
  if (server.hasWork()) pause = setTimeout(() => guarded(work), 0);
}

/** Takes all the memory that the library could get, and asks it for more. */
function useUp(): void {
  if (!memory) return;
  memory.grow(65_536 - memory.buffer.byteLength / 65_536);
  for (let number = 0; number < 64; number += 1) {
    server?.setFile(`${number}`, "x".repeat(8 << 20));
    project?.setFile(`${number}`, "x".repeat(8 << 20));
  }
}

function carryOut(message: ToWorker): void {
  switch (message.do) {
    case "start":
      void start(message.module, message.files, message.role).catch((why: unknown) => say({ is: "crashed", why: String(why) }));
      return;
    case "file":
      server?.setFile(message.path, message.text ?? undefined);
      if (message.text === null) project?.removeFile(message.path);
      else project?.setFile(message.path, message.text);
      return;
    case "call": {
      if (!project) return;
      const method = project[message.method] as (...args: unknown[]) => unknown;
      say({ is: "result", id: message.id, value: method.apply(project, message.args) });
      return;
    }
    case "fight": {
      const { path, title, seed, rolls, afresh } = message.wish;
      fight?.free();
      fight = undefined;
      try {
        fight = project?.play(path, title, seed, rolls, afresh);
      } catch (why) {
        if (why instanceof WebAssembly.RuntimeError) throw why;
        say({ is: "refused", id: message.id, why: why instanceof Error ? why.message : String(why) });
        return;
      }
      say({ is: "result", id: message.id, value: fight?.table() });
      return;
    }
    case "enter":
      say({ is: "result", id: message.id, value: fight?.enter(message.line) ?? null });
      return;
    case "complete":
      say({ is: "result", id: message.id, value: fight?.completions(message.line) ?? [] });
      return;
    case "language":
      hear(message.message);
      return;
    case "break":
      if (message.how === "trap") throw new WebAssembly.RuntimeError("broken for a test");
      if (message.how === "memory") useUp();
      for (;;);
  }
}

/** A mistake of the program leaves its memory in no known state: the page starts another worker. */
function guarded(act: () => void): void {
  try {
    act();
  } catch (why) {
    say({ is: "crashed", why: String(why) });
    close();
  }
}

addEventListener("message", (event: MessageEvent<ToWorker>) => guarded(() => carryOut(event.data)));
