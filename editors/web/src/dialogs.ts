/** The dialogs: files, a new file, sharing. */
import type { Bench } from "./bench";
import { save } from "./bench";
import { type Child, button, field, fill, h, select } from "./dom";
import { pack, unpack } from "./project/archive";
import { LIBRARY } from "./project/library";
import { LONGEST_LINK, fragment } from "./project/link";
import { ENDING, between, isKept } from "./project/paths";
import { say } from "./strings";

/** What the dialogs need of the page. */
export interface Page {
  readonly bench: Bench;
  open(path: string): void;
  closed(path: string): void;
  /** Another project is open now. */
  reload(): void;
}

function dialog(title: string, ...children: Child[]): HTMLDialogElement {
  const shut = button("×", () => element.close(), { class: "close", "aria-label": say.close });
  const element = h("dialog", { "aria-label": title }, h("header", {}, h("h2", {}, title), shut), children);
  element.addEventListener("close", () => element.remove());
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  element.showModal();
  return element;
}

/** Takes files in that the reader gives. */
export async function take(page: Page, given: Iterable<File>): Promise<void> {
  const { bench } = page;
  const files: [string, string][] = [];
  const left: string[] = [];
  for (const file of given) {
    if (file.name.endsWith(".zip")) {
      try {
        const found = await unpack(new Uint8Array(await file.arrayBuffer()));
        files.push(...found.files);
        left.push(...found.left);
      } catch {
        bench.tell(say.badArchive);
      }
    } else if (isKept(file.name) && file.size <= 4 << 20) files.push([file.name, await file.text()]);
    else left.push(file.name);
  }
  for (const [path, text] of files) bench.store.set(path, text);
  const first = files.find(([path]) => path.endsWith(ENDING));
  if (first) page.open(first[0]);
  if (files.length > 0 || left.length > 0) {
    bench.tell([say.imported(files.length), left.length > 0 ? say.leftOut(left.slice(0, 5).join(", ")) : ""].filter(Boolean).join(" "));
  }
}

/** What goes out: the project's own files; without any, the one that is shown. */
function outgoing({ store }: Bench): Map<string, string> {
  const files = store.own();
  if (files.size === 0) files.set(store.active, store.text(store.active) ?? "");
  return files;
}

export function exportZip(bench: Bench): void {
  const name = (bench.store.name || say.untitled).replace(/[^\p{L}\p{N}_-]+/gu, "_");
  save(`${name}.zip`, pack(outgoing(bench)) as Uint8Array<ArrayBuffer>, "application/zip");
}

export function filesDialog(page: Page): void {
  const { bench } = page;
  const { store } = bench;
  const own = h("ul", { class: "files" });
  const projects = h("ul", { class: "files" });
  const pick = h("input", { type: "file", multiple: true, accept: ".affray,.snap,.zip", hidden: true, onchange: () => {
    void take(page, pick.files ?? []).then(() => element.close());
  } });
  const openFile = (path: string) => button(path, () => { element.close(); page.open(path); }, { class: "link" });

  const listOwn = () => {
    const paths = [...store.own().keys()].sort();
    fill(own, paths.length === 0 ? h("li", { class: "hint" }, say.noOwn) : paths.map((path) => h("li", {}, openFile(path),
      button("×", () => {
        if (!LIBRARY.has(path) && !window.confirm(say.deleteSure(path))) return;
        store.remove(path);
        page.closed(path);
        listOwn();
      }, { class: "close", "aria-label": LIBRARY.has(path) ? say.revertFile(path) : say.deleteFile(path) }))));
  };
  const listProjects = async () => {
    const all = await store.projects();
    fill(projects, all.map((saved) => h("li", {},
      saved.id === store.id ? h("span", {}, `${saved.name || say.untitled} (${say.thisProject})`)
        : button(saved.name || say.untitled, () => void store.switch(saved).then(() => { element.close(); page.reload(); }), { class: "link" }),
      saved.id === store.id ? null : button("×", () => void store.forget(saved.id).then(listProjects), { class: "close", "aria-label": `${say.deleteProject} ${saved.name || say.untitled}` }))));
  };

  const folders = new Map<string, string[]>();
  for (const path of LIBRARY.keys()) {
    if (!path.endsWith(ENDING)) continue;
    const folder = path.slice(0, path.lastIndexOf("/"));
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  const library = Object.keys(say.folders).filter((folder) => folders.has(folder)).map((folder) => h("details", { open: folder === "rules" },
    h("summary", {}, say.folders[folder] ?? folder),
    h("ul", { class: "files" }, (folders.get(folder) ?? []).map((path) => h("li", {}, openFile(path))))));

  const element = dialog(say.files,
    h("div", { class: "columns" },
      h("section", {}, h("h3", {}, say.ownFiles), own,
        h("div", { class: "row" }, pick, button(say.importFiles, () => pick.click()), button(say.exportZip, () => exportZip(bench))),
        h("p", { class: "hint" }, say.dropHere),
        h("h3", {}, say.projects), projects,
        button(say.newProject, () => void store.switch({ name: "", files: [], open: [], active: "" }).then(() => { element.close(); page.reload(); }))),
      h("section", {}, h("h3", {}, say.library), library)));
  listOwn();
  void listProjects();
}

export function newDialog(page: Page): void {
  const { bench } = page;
  const systems = [...LIBRARY.keys()].filter((path) => /^rules\/(variants\/)?[^/]+\.affray$/.test(path));
  const own = [...bench.store.own().keys()].filter((path) => bench.rules.some((rules) => rules.path === path));
  const templates = [...LIBRARY.keys()].filter((path) => path.startsWith("rules/templates/"));
  const stem = (path: string) => path.slice(path.lastIndexOf("/") + 1, -ENDING.length);
  const kinds: [string, string][] = [
    ["fresh", say.newFresh],
    ...[...own, ...systems].map((path) => [`base ${path}`, `${say.newVariant} ${path}`] as [string, string]),
    ...[...own, ...systems].map((path) => [`scenario ${path}`, `${say.newScenario} ${path}`] as [string, string]),
    ...templates.map((path) => [`template ${stem(path)}`, `${say.newTemplate} ${stem(path)}`] as [string, string]),
  ];
  const active = bench.rules.find((rules) => rules.path === bench.store.active)?.path;
  let kind = active && kinds.some(([value]) => value === `base ${active}`) ? `base ${active}` : "fresh";
  const name = h("input", { type: "text", value: "my_rules", autocomplete: "off", spellcheck: "false", maxlength: 60 });
  const wrong = h("p", { class: "refused", role: "alert" });
  const make = async () => {
    const [what, path = ""] = kind.split(" ");
    if (what === "scenario") {
      if (!/^[\p{L}\p{N}_]+$/u.test(name.value)) {
        fill(wrong, say.newBadName);
        return;
      }
      const file = `${name.value}${ENDING}`;
      if (bench.store.has(file)) {
        fill(wrong, say.newTaken(file));
        return;
      }
      finish(file, `scenario "${name.value.replaceAll("_", " ")}" {\n  rules "${between(file, path)}"\n\n  side party {\n    ann\n  }\n  side others: run_by_gm {\n    bob\n  }\n}\n`);
      return;
    }
    const answer = await bench.engine.call("begin", [name.value, what === "base" ? path : undefined, what === "template" ? path : undefined])
      .catch((why: unknown) => why as Error);
    if (answer instanceof Error) fill(wrong, answer.message);
    else if (!answer.ok) fill(wrong, answer.message);
    else finish(answer.value.path, answer.value.text);
  };
  const finish = (path: string, text: string) => {
    element.close();
    bench.store.set(path, text);
    page.open(path);
  };
  const form = h("form", { method: "dialog", onsubmit: (event: Event) => { event.preventDefault(); void make(); } },
    field(say.newName, name), field(say.newKind, select(kinds, kind, (value) => { kind = value; })), wrong,
    h("p", {}, h("button", { type: "submit", class: "primary" }, say.newMake)));
  const element = dialog(say.newTitle, form);
  name.select();
}

export function shareDialog(page: Page): void {
  const { bench } = page;
  const { store } = bench;
  const files = outgoing(bench);
  const link = `${location.origin}${location.pathname}${fragment({ name: store.name || say.untitled, files: [...files], active: store.active, scenario: bench.chosen?.title })}`;
  const state = h("p", { role: "status" });
  if (link.length > LONGEST_LINK) {
    dialog(say.shareTitle, h("p", {}, say.shareTooLong(link.length)), h("p", {}, button(say.exportZip, () => exportZip(bench), { class: "primary" })));
    return;
  }
  const shown = h("textarea", { rows: 4, readonly: true, value: link });
  dialog(say.shareTitle, h("p", {}, say.shareIntro), field(say.shareLink, shown),
    h("div", { class: "row" },
      button(say.shareCopy, () => {
        shown.select();
        void navigator.clipboard.writeText(link).then(() => fill(state, say.shareCopied), () => document.execCommand("copy"));
      }, { class: "primary" }),
      button(say.exportZip, () => exportZip(bench))), state);
}
