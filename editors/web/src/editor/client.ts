/** The client of the language server, whose other end is a worker. */
import { LSPClient, LSPPlugin, Workspace, type WorkspaceFile, type Transport, languageServerExtensions } from "@codemirror/lsp-client";
import type { Text, TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { Engine } from "../engine/client";
import { pathOf } from "../project/paths";
import { sanitized } from "./sanitize";

class Open implements WorkspaceFile {
  constructor(readonly uri: string, readonly languageId: string, public version: number, public doc: Text, readonly view: EditorView) {}
  getView(): EditorView {
    return this.view;
  }
}

/** The open files, each with one view. */
class Files extends Workspace {
  files: Open[] = [];
  #versions = new Map<string, number>();

  constructor(client: LSPClient, private host: Host) {
    super(client);
  }

  #version(uri: string): number {
    const next = (this.#versions.get(uri) ?? -1) + 1;
    this.#versions.set(uri, next);
    return next;
  }

  override syncFiles() {
    const updates = [];
    for (const file of this.files) {
      const plugin = LSPPlugin.get(file.view);
      if (!plugin || plugin.unsyncedChanges.empty) continue;
      updates.push({ changes: plugin.unsyncedChanges, file, prevDoc: file.doc });
      file.doc = file.view.state.doc;
      file.version = this.#version(file.uri);
      plugin.clear();
    }
    return updates;
  }

  override openFile(uri: string, languageId: string, view: EditorView): void {
    const file = new Open(uri, languageId, this.#version(uri), view.state.doc, view);
    this.files.push(file);
    this.client.didOpen(file);
  }

  override closeFile(uri: string): void {
    this.files = this.files.filter((file) => file.uri !== uri);
    this.client.didClose(uri);
  }

  override updateFile(uri: string, update: TransactionSpec): void {
    const view = this.getFile(uri)?.getView() ?? this.host.open(uri);
    view?.dispatch(update);
  }

  override async displayFile(uri: string): Promise<EditorView | null> {
    return this.host.display(uri);
  }
}

export interface Host {
  /** The view of a file, opened if need be. */
  open(uri: string): EditorView | null;
  /** The same, shown. */
  display(uri: string): EditorView | null;
  /** The language server was replaced, and why. */
  restarted(why: string): void;
}

export class Language {
  #handlers = new Set<(message: string) => void>();
  /** There are edits of which the server has not been told. */
  #isBehind = false;
  readonly engine: Engine;
  readonly client: LSPClient;

  constructor(files: () => Iterable<[string, string]>, private host: Host) {
    this.engine = new Engine("language", files, {
      language: (message) => this.#handlers.forEach((handler) => handler(message)),
      restarted: (why) => this.#reconnect(why),
      idle: () => { if (this.#isBehind) this.#sync(); },
    });
    this.client = new LSPClient({
      rootUri: "file:///",
      initializationOptions: { allFiles: false },
      timeout: 20_000,
      sanitizeHTML: sanitized,
      workspace: (client) => new Files(client, host),
      extensions: languageServerExtensions(),
    });
    this.client.connect(this.#transport());
  }

  #transport(): Transport {
    return {
      send: (message) => this.engine.language(message),
      subscribe: (handler) => void this.#handlers.add(handler),
      unsubscribe: (handler) => void this.#handlers.delete(handler),
    };
  }

  /** A new server knows nothing: it is told of all open files. */
  #reconnect(why: string): void {
    this.client.disconnect();
    this.client.connect(this.#transport());
    this.#isBehind = false;
    this.host.restarted(why);
  }

  /** A file that is not open has changed. */
  changed(path: string, uri: string, text: string | null): void {
    this.engine.file(path, text);
    this.client.notification("workspace/didChangeWatchedFiles", { changes: [{ uri, type: text === null ? 3 : 2 }] });
  }

  /** An open file was edited. The server is told at once, or, while it still works on what it was told before, as soon as it has done that. */
  edited(): void {
    if (this.#isBehind) return;
    this.#isBehind = true;
    // Edits of one task go in one message.
    queueMicrotask(() => { if (this.engine.isIdle) this.#sync(); });
  }

  #sync(): void {
    this.#isBehind = false;
    this.client.sync();
  }

  isOpen(uri: string): boolean {
    return this.client.workspace.getFile(uri) !== null;
  }

  /** The path of an address. */
  static path(uri: string): string | undefined {
    return pathOf(uri);
  }
}
