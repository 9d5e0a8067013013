/** Elements of the page. Texts become text nodes: nothing here reads HTML. */

export type Child = Node | string | number | null | undefined | false | readonly Child[];
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** An element: attributes, listeners (`onclick`), children. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value as unknown as EventListener);
    else if (name === "value") (element as unknown as { value: string }).value = String(value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

export function append(to: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    // Elements have a length too, some of them.
    if (Array.isArray(child)) append(to, child as readonly Child[]);
    else to.append(child instanceof Node ? child : String(child));
  }
}

const CONTROLS = "button, select, input, textarea, summary, [tabindex]";

/** The button that the pointer or the space bar holds down, and what is to stand around it when it is let go of. */
let pressed: Element | undefined;
const held = new Map<Element, readonly Child[]>();

function release(): void {
  pressed = undefined;
  const waiting = [...held];
  held.clear();
  for (const [element, children] of waiting) fill(element, children);
}

/** Buttons that are replaced while they are held down would lose the press. */
export function holdPressed(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const press = (target: EventTarget | null) => {
    clearTimeout(timer);
    release();
    pressed = target instanceof Element ? target.closest("button") ?? undefined : undefined;
  };
  // A click comes after it is let go of, of touch screens a while after.
  const letGo = () => {
    clearTimeout(timer);
    timer = setTimeout(release, 500);
  };
  addEventListener("pointerdown", (event) => press(event.target), true);
  addEventListener("keydown", (event) => { if (event.key === " " && !event.repeat) press(event.target); }, true);
  for (const over of ["pointerup", "keyup"]) addEventListener(over, letGo, true);
  for (const over of ["pointercancel", "blur"]) addEventListener(over, release);
  // The button hears the click although another one may stand in its place by now.
  addEventListener("click", () => { clearTimeout(timer); release(); }, true);
}

/**
 * Replaces the children. The keyboard stays where it was: at the control that comes in the place of the one that had the focus. Where a button among them is
 * held down, they are replaced when it is let go of.
 */
export function fill(element: Element, ...children: Child[]): void {
  if (pressed && element.contains(pressed)) {
    held.set(element, children);
    return;
  }
  const active = document.activeElement;
  const place = active && element.contains(active) ? [...element.querySelectorAll(CONTROLS)].indexOf(active) : -1;
  element.replaceChildren();
  append(element, children);
  const next = place < 0 ? undefined : element.querySelectorAll<HTMLElement | SVGElement>(CONTROLS)[place];
  if (next?.tagName === active?.tagName) next?.focus({ preventScroll: true });
}

export function button(label: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick: press, ...attributes }, label);
}

let numbers = 0;
export function unique(name: string): string {
  numbers += 1;
  return `${name}-${numbers}`;
}

/** A label above a control. */
export function field(label: string, control: HTMLElement, attributes: Attributes = {}): HTMLElement {
  control.id ||= unique("field");
  return h("div", { class: "field", ...attributes }, h("label", { for: control.id }, label), control);
}

export function select(options: readonly (readonly [string, string])[], chosen: string, change: (value: string) => void): HTMLSelectElement {
  const element = h("select", { onchange: () => change(element.value) }, options.map(([value, label]) => h("option", { value }, label)));
  element.value = chosen;
  return element;
}

/** Arrow keys, Home and End move along the children with a role, as screen readers expect of tabs. */
export function arrows(list: HTMLElement, role: string, choose: (element: HTMLElement) => void): void {
  list.addEventListener("keydown", (event) => {
    const all = [...list.querySelectorAll<HTMLElement>(`[role=${role}]`)];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = all[(to + all.length) % all.length];
    next?.focus();
    if (next) choose(next);
  });
}

export function debounce(wait: number, act: () => void): (() => void) & { now(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(act, wait);
  };
  return Object.assign(later, { now: () => { clearTimeout(timer); act(); } });
}
