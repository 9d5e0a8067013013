/** A worker with the library in it: a project, or the language server. */
import init, { Fight, LanguageServer, Project, builtIn, onProgress, version } from "affray";
import type { FromWorker, ToWorker } from "./protocol";

let project: Project | undefined;
let server: LanguageServer | undefined;
let fight: Fight | undefined;
let working = false;

const say = (message: FromWorker) => postMessage(message);

/** How long the client must be silent before rules are studied. */
const PAUSE = 200;

async function start(module: WebAssembly.Module, files: [string, string][], role: "project" | "language"): Promise<void> {
  await init({ module_or_path: module });
  if (role === "language") {
    server = new LanguageServer();
    for (const [path, text] of files) server.setFile(path, text);
  } else {
    project = new Project();
    for (const [path, text] of files) project.setFile(path, text);
    let last = 0;
    onProgress((done: number, total: number) => {
      const now = performance.now();
      if (now - last < 80) return;
      last = now;
      say({ is: "progress", done, total });
    });
  }
  say({ is: "ready", builtIn: role === "project" ? builtIn() : [], version: version() });
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
