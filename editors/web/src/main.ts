/** The workbench: the text on the left, what it does on the right. */
import "./styles.css";
import { holdPressed } from "./dom";
import { Engine } from "./engine/client";
import { isShared, parse } from "./project/link";
import { Store } from "./project/store";
import { say } from "./strings";
import { Workbench } from "./workbench";

async function start(): Promise<void> {
  const root = document.getElementById("page");
  if (!root) return;
  holdPressed();
  const store = new Store();
  const engine = new Engine("project", () => store.all());
  await store.load(() => engine.start());
  let greeting: string | undefined;
  if (isShared(location.hash)) {
    const shared = parse(location.hash);
    if (shared) {
      const paths = shared.files.map(([path]) => path);
      const active = paths.includes(shared.active) ? shared.active : paths[0] ?? "";
      await store.switch({ name: shared.name, files: shared.files, open: paths.slice(0, 6), active });
      engine.stop();
      greeting = say.sharedOpened(shared.name);
    } else greeting = say.sharedBroken;
    history.replaceState(null, "", location.pathname + location.search);
  }
  const bench = new Workbench(root, store, engine);
  if (greeting) bench.tell(greeting);
  addEventListener("hashchange", () => { if (isShared(location.hash)) location.reload(); });
  // Tests look on from here.
  Object.assign(window, { workbench: bench });
  if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("./sw.js").catch(() => undefined);
}

void start();
