// Keys that work anywhere in a page but where text is typed, and the table that lists them.
import { byId, element } from "./page.js";

/** @typedef {{ keys: string[], shown: string, does: string, run: (event: KeyboardEvent) => void }} Binding */

/** The name of a key with what is held down, such as `Ctrl+z` or `Shift+C`. @param {KeyboardEvent} event */
export function keyOf(event) {
  const held = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const shift = event.shiftKey && /^([a-z]|[A-Z].*)$/i.test(event.key) ? "Shift+" : "";
  return held + shift + (event.key.length === 1 ? event.key.toLowerCase() : event.key);
}

/** @param {Element | null} target  whether keys there belong to the element itself */
function types(target) {
  if (target === null || target.closest("dialog[open]")) return true;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** @param {Binding[]} bindings */
export function listen(bindings) {
  const runs = new Map(bindings.flatMap((binding) => binding.keys.map((key) => [key, binding.run])));
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const key = keyOf(event);
    const run = runs.get(key);
    if (!run || event.altKey || event.isComposing) return;
    if (types(target) && key !== "Ctrl+s") return;
    // Space and Enter press the button that has the focus.
    if ((key === " " || key === "Enter") && target?.closest("button, a, summary, input")) return;
    event.preventDefault();
    run(event);
  });
}

/** Fill the dialog `keys` with what the keys do. @param {Binding[]} bindings */
export function describe(bindings) {
  for (const { shown, does } of bindings) {
    byId("key-rows").append(element("tr", null, element("th", { scope: "row" }, element("kbd", null, shown)), element("td", null, does)));
  }
}
