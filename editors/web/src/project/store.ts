/** The project that is open: its own files laid over those of the library, kept in the browser. */
import { debounce } from "../dom";
import { FIRST, LIBRARY } from "./library";

export interface Saved { id: string; name: string; files: [string, string][]; open: string[]; active: string; changed: number }

type Listener = (path: string, text: string | null) => void;

const DATABASE = "affray";
const PROJECTS = "projects";
const CURRENT = "affray.project";

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(PROJECTS, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no database"));
  });
}

async function transact<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const open = await database();
  return new Promise((resolve, reject) => {
    const transaction = open.transaction(PROJECTS, mode);
    const request = act(transaction.objectStore(PROJECTS));
    transaction.oncomplete = () => { open.close(); resolve(request.result); };
    transaction.onerror = transaction.onabort = () => { open.close(); reject(transaction.error ?? new Error("not kept")); };
  });
}

export class Store {
  #saved: Saved = fresh();
  #own = new Map<string, string>();
  #listeners = new Set<Listener>();
  /** Is told when the project cannot be kept. */
  onunkept: ((why: unknown) => void) | undefined;
  #keepLater = debounce(300, () => void this.keep());

  get name(): string { return this.#saved.name; }
  get id(): string { return this.#saved.id; }
  get active(): string { return this.#saved.active; }
  get open(): readonly string[] { return this.#saved.open; }

  /** Loads what was open last. Where that has a rule file of the library among it, `rules` brings them. */
  async load(rules: () => Promise<unknown>): Promise<void> {
    const id = localStorage.getItem(CURRENT);
    const saved = id ? await transact<Saved | undefined>("readonly", (store) => store.get(id)).catch(() => undefined) : undefined;
    if (saved?.open.some((path) => path.startsWith("rules/") && !saved.files.some(([own]) => own === path))) {
      this.#own = new Map(saved.files);
      await rules().catch(() => undefined);
    }
    this.#take(saved ?? fresh());
  }

  #take(saved: Saved): void {
    this.#saved = saved;
    this.#own = new Map(saved.files);
    const there = saved.open.filter((path) => this.has(path));
    this.#saved.open = there.length > 0 ? there : [FIRST];
    if (!this.#saved.open.includes(saved.active)) this.#saved.active = this.#saved.open[0] ?? FIRST;
    localStorage.setItem(CURRENT, saved.id);
  }

  /** Another project takes the place of the one that is open, which stays kept. */
  async switch(saved: Omit<Saved, "id" | "changed"> & { id?: string }): Promise<void> {
    await this.keep();
    this.#take({ id: crypto.randomUUID(), changed: Date.now(), ...saved });
    await this.keep();
  }

  async projects(): Promise<Saved[]> {
    const all = await transact<Saved[]>("readonly", (store) => store.getAll()).catch(() => []);
    return all.sort((a, b) => b.changed - a.changed);
  }

  async forget(id: string): Promise<void> {
    await transact("readwrite", (store) => store.delete(id));
  }

  /** Keeps the project. */
  async keep(): Promise<void> {
    this.#saved.files = [...this.#own];
    this.#saved.changed = Date.now();
    try {
      await transact("readwrite", (store) => store.put(this.#saved));
    } catch (why) {
      this.onunkept?.(why);
    }
  }

  rename(name: string): void {
    this.#saved.name = name.slice(0, 80);
    this.#keepLater();
  }

  show(open: string[], active: string): void {
    this.#saved.open = open;
    this.#saved.active = active;
    this.#keepLater();
  }

  has(path: string): boolean { return this.#own.has(path) || LIBRARY.has(path); }
  isOwn(path: string): boolean { return this.#own.has(path); }
  text(path: string): string | undefined { return this.#own.get(path) ?? LIBRARY.get(path); }
  own(): Map<string, string> { return new Map(this.#own); }

  /** All files, own ones in place of those of the library. */
  *all(): Generator<[string, string]> {
    for (const [path, text] of LIBRARY) if (!this.#own.has(path)) yield [path, text];
    yield* this.#own;
  }

  /** Puts a text in. One like that of the library needs no file of its own. */
  set(path: string, text: string): void {
    if (this.text(path) === text) return;
    if (LIBRARY.get(path) === text) this.#own.delete(path);
    else this.#own.set(path, text);
    this.#tell(path, text);
  }

  /** Takes a file away; what the library has comes back. */
  remove(path: string): void {
    if (this.#own.delete(path)) this.#tell(path, LIBRARY.get(path) ?? null);
  }

  #tell(path: string, text: string | null): void {
    this.#keepLater();
    for (const listener of this.#listeners) listener(path, text);
  }

  listen(listener: Listener): void {
    this.#listeners.add(listener);
  }

  keepNow(): void {
    this.#keepLater.now();
  }
}

function fresh(): Saved {
  return { id: crypto.randomUUID(), name: "", files: [], open: [FIRST], active: FIRST, changed: Date.now() };
}
