/** The document of a rule file as its readers get it, in a frame in which nothing runs. */
import { type Bench, type Panel, refusal, save } from "../bench";
import { button, field, fill, h, select } from "../dom";
import { say } from "../strings";

export function document_(bench: Bench): Panel {
  const form = h("div", { class: "row" });
  const told = h("div", { role: "status" });
  // Without `allow-scripts`; with the origin of the page, so that it can be printed.
  const frame = h("iframe", { class: "paper", title: say.documentTitle, sandbox: "allow-same-origin allow-modals" });
  const element = h("div", { class: "document" }, form, told, frame);
  // Printed with the page it is as long as what it shows.
  const lengthen = () => { frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight ?? 0}px`; };
  // The document is laid out for paper only after the page is.
  const laidOut = new ResizeObserver(lengthen);
  addEventListener("beforeprint", () => {
    lengthen();
    if (frame.contentDocument) laidOut.observe(frame.contentDocument.documentElement);
  });
  addEventListener("afterprint", () => {
    laidOut.disconnect();
    frame.style.height = "";
  });
  let of = "";
  let follows = true;
  let examples = true;
  let asked = 0;

  const paths = () => (examples ? [...new Set(bench.scenarios.filter((one) => one.rules === of || one.path === of).map((one) => one.path))] : []);

  const write = async (format: "html" | "markdown") => {
    const answer = await bench.engine.call("document", [of, paths(), format], 60_000).catch((why: unknown) => why as Error);
    if (answer instanceof Error) {
      fill(told, h("p", { class: "empty" }, answer.message));
      return undefined;
    }
    if (!answer.ok) {
      fill(told, refusal(bench, answer));
      return undefined;
    }
    fill(told, answer.value.unanswered.map((title) => h("p", { class: "where" }, say.unanswered(title))));
    return answer.value.text;
  };

  const store = async (format: "html" | "markdown", ending: string) => {
    const text = await write(format);
    const name = of.slice(of.lastIndexOf("/") + 1).replace(/\.affray$/, "");
    if (text !== undefined) save(`${name}.${ending}`, text, format === "html" ? "text/html" : "text/markdown");
  };

  const build = () => {
    const active = bench.rules.find((rules) => rules.path === bench.store.active);
    const chosen = bench.scenarios.find((one) => one.path === bench.chosen?.path && one.title === bench.chosen.title);
    if (follows) of = active?.path ?? (bench.rules.some((rules) => rules.path === chosen?.rules) ? chosen?.rules : undefined) ?? of;
    if (!bench.rules.some((rules) => rules.path === of)) of = bench.rules[0]?.path ?? "";
    const options = bench.rules.map((rules) => [rules.path, `${rules.title} (${rules.path})`] as const);
    const checkbox = h("input", { type: "checkbox", onchange: () => { examples = checkbox.checked; panel.refresh(); } });
    checkbox.checked = examples;
    fill(form,
      field(say.documentOf, select(options, of, (value) => { of = value; follows = false; panel.refresh(); })),
      h("label", { class: "check" }, checkbox, say.documentExamples),
      button(say.documentPrint, () => frame.contentWindow?.print()),
      button(say.documentSave.html, () => void store("html", "html")),
      button(say.documentSave.markdown, () => void store("markdown", "md")));
  };

  const panel: Panel = {
    element,
    async refresh() {
      build();
      frame.hidden = of === "";
      if (of === "") {
        fill(told, h("p", { class: "empty" }, say.noRules));
        return;
      }
      const number = ++asked;
      const text = await write("html");
      if (number !== asked) return;
      frame.hidden = text === undefined;
      if (text !== undefined && frame.getAttribute("srcdoc") !== text) frame.setAttribute("srcdoc", text);
    },
  };
  return panel;
}
