/** The page's end of a worker: calls with a limit of time, and a new worker in place of one that crashed or hangs. */
import wasmUrl from "../../../../bindings/wasm/pkg/affray_bg.wasm?url";
import type { Entered, Table } from "affray";
import { takeIn } from "../project/library";
import type { Arguments, Break, FightWish, FromWorker, Method, Result, ToWorker } from "./protocol";
import { say } from "../strings";

export class Stopped extends Error {}

let compiled: Promise<WebAssembly.Module> | undefined;
/** The library, fetched and compiled once for all workers. */
export function library(): Promise<WebAssembly.Module> {
  compiled ??= fetch(wasmUrl).then(async (response) => {
    if (!response.ok) throw new Error(`${response.status}`);
    return (response.headers.get("content-type") ?? "").startsWith("application/wasm")
      ? WebAssembly.compileStreaming(response)
      : WebAssembly.compile(await response.arrayBuffer());
  });
  return compiled;
}

interface Waiting { resolve(value: unknown): void; reject(why: Error): void; timer: ReturnType<typeof setTimeout> | undefined }

export interface WorkerEvents {
  /** The worker was replaced, and why. */
  restarted?(why: string): void;
  progress?(done: number, total: number): void;
  language?(message: string): void;
  /** All messages to the language server have been answered. */
  idle?(): void;
}

/** How long a call may take before its worker is given up. */
const PATIENCE = 15_000;

/** The patience with a call that shows how far it is and that the user can stop. */
export const UNTIL_STOPPED = Number.POSITIVE_INFINITY;

export class Engine {
  #worker: Worker | undefined;
  #ready: Promise<Extract<FromWorker, { is: "ready" }>> | undefined;
  /** Tells who waits for the worker to be ready that it never will be. */
  #unready: ((why: Error) => void) | undefined;
  #next = 1;
  #waiting = new Map<number, Waiting>();
  #watch: ReturnType<typeof setTimeout> | undefined;
  #unanswered = 0;

  constructor(
    readonly role: "project" | "language",
    /** The files of the project, whenever a worker starts. */
    private files: () => Iterable<[string, string]>,
    public events: WorkerEvents = {},
  ) {}

  /** Whether nothing that was asked is still to be answered. */
  get isIdle(): boolean {
    return this.#unanswered === 0 && this.#waiting.size === 0;
  }

  /** Starts a worker, unless there is one. */
  start(): Promise<Extract<FromWorker, { is: "ready" }>> {
    this.#ready ??= this.#begin();
    return this.#ready;
  }

  async #begin(): Promise<Extract<FromWorker, { is: "ready" }>> {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#worker = worker;
    const module = await library();
    if (this.#worker !== worker) throw new Stopped(say.stopped);
    return new Promise((resolve, reject) => {
      this.#unready = reject;
      worker.onmessage = (event: MessageEvent<FromWorker>) => {
        if (event.data.is === "ready") {
          takeIn(event.data.builtIn);
          resolve(event.data);
        } else this.#hear(event.data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        if (this.#worker === worker) this.restart(event.message || say.crashed);
      };
      this.#send({ do: "start", module, files: [...this.files()], role: this.role });
    });
  }

  #send(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #hear(message: FromWorker): void {
    switch (message.is) {
      case "result":
      case "refused": {
        const waiting = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        clearTimeout(waiting?.timer);
        if (message.is === "result") waiting?.resolve(message.value);
        else waiting?.reject(new Error(message.why));
        return;
      }
      case "crashed":
        this.restart(message.why);
        return;
      case "progress":
        this.events.progress?.(message.done, message.total);
        return;
      case "language":
        this.events.language?.(message.message);
        return;
      case "idle":
        this.#unanswered -= 1;
        this.#watchOver();
        if (this.isIdle) this.events.idle?.();
        return;
      case "ready":
        return;
    }
  }

  /** Ends the worker; whatever waits for it is told why. */
  stop(why: string = say.stopped): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#ready = undefined;
    this.#unready?.(new Stopped(why));
    this.#unanswered = 0;
    clearTimeout(this.#watch);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of waiting) {
      clearTimeout(one.timer);
      one.reject(new Stopped(why));
    }
  }

  /** Ends the worker and starts another one. */
  restart(why: string): void {
    this.stop(why);
    this.events.restarted?.(why);
    void this.start().catch(() => undefined);
  }

  /** A file has another text, or is gone. */
  file(path: string, text: string | null): void {
    if (this.#worker) void this.start().then(() => this.#send({ do: "file", path, text }), () => undefined);
  }

  async #ask(message: (id: number) => ToWorker, patience: number): Promise<unknown> {
    await this.start();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const timer = patience === UNTIL_STOPPED ? undefined : setTimeout(() => this.restart(say.tooLong), patience);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#send(message(id));
    });
  }

  /** Carries out a method of the project. */
  call<M extends Method>(method: M, args: Arguments<M>, patience: number = PATIENCE): Promise<Result<M>> {
    return this.#ask((id) => ({ do: "call", id, method, args: args as unknown[] }), patience) as Promise<Result<M>>;
  }

  fight(wish: FightWish): Promise<Table> {
    return this.#ask((id) => ({ do: "fight", id, wish }), PATIENCE) as Promise<Table>;
  }

  enter(line: string): Promise<Entered | null> {
    return this.#ask((id) => ({ do: "enter", id, line }), PATIENCE) as Promise<Entered | null>;
  }

  complete(line: string): Promise<string[]> {
    return this.#ask((id) => ({ do: "complete", id, line }), PATIENCE) as Promise<string[]>;
  }

  /** A message for the language server. One that is not worked on within the limit ends the worker. */
  language(message: string): void {
    void this.start().then(() => {
      this.#unanswered += 1;
      this.#watchOver();
      this.#send({ do: "language", message });
    }, () => undefined);
  }

  #watchOver(): void {
    clearTimeout(this.#watch);
    if (this.#unanswered > 0) this.#watch = setTimeout(() => this.restart(say.tooLong), PATIENCE);
  }

  /** For tests: makes the worker end. */
  break(how: Break): void {
    this.#send({ do: "break", how });
  }
}
