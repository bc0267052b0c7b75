// The adjudication page: one question after another, answered by keys or by the mouse.
import { announce, byId, element, listed } from "../../shared/page.js";
import { Autosave } from "../../shared/autosave.js";
import { download } from "../../shared/files.js";
import { History } from "../../shared/history.js";
import { describe, listen } from "../../shared/keyboard.js";
import { countItem, showAgreement } from "./agreement.js";
import { decisionsFile, decisionsFrom, goldFile } from "./files.js";
import { decidedCount, decisions, inWords, isDecided, namesOf, placeNow, placesOf, queue, study } from "./study.js";
import { reach, showLanes, showText } from "./views.js";

/** @typedef {import("./study.js").Decision} Decision */
/** @typedef {import("./study.js").Place} Place */
/** @typedef {{ key: string, chosen: "place" | "consensus" | "none", place: Place | null, title: string, who: string[] }} Option */

const CONTEXT = 4;
const MORE_CONTEXT = 20;
/** Entries of the queue that are in the page, around the current one. */
const LISTED = 15;

let current = 0;
let context = CONTEXT;
let saved = true;

// ------------------------------------------------------------------------------------------------ keeping decisions

/** @type {() => Decision} */
const undecided = () => ({ chosen: null, place: null, note: "", by: "", at: 0 });

const told = {
  /** @param {string} reason */
  failed(reason) {
    tell(`Your decisions are not kept: ${reason}. Save before you leave this page.`);
  },
  kept() {
    if (!store.unkept.size && !decider.unkept.size) tell("");
  },
};

/** @param {string} text */
function tell(text) {
  byId("trouble").textContent = text;
  byId("trouble").hidden = !text;
}

const prefix = `seamark-adjudicate-${study.fingerprint}-`;
const store = new Autosave(`${prefix}decision-`, undecided, {
  ...told,
  changed(name) {
    take(Number(name));
    show();
    announce("Another tab of this page changed a decision.");
  },
});
const decider = new Autosave(`${prefix}decider`, () => ({ name: "" }), {
  ...told,
  changed() {
    byId("decider").value = decider.get("").name;
  },
});

/** Use what the store says about a question. @param {number} index */
function read(index) {
  const found = store.get(String(index));
  if (found.chosen || found.note) decisions.set(index, found);
  else decisions.delete(index);
}

/** The same when it may have changed. @param {number} index */
function take(index) {
  read(index);
  countItem(queue[index].item);
}

const history = new History(({ part }, value) => {
  store.update(part, (decision) => Object.assign(decision, value));
  saved = false;
  take(Number(part));
});

/** @param {number} index @param {string} title @param {Partial<Decision>} change */
function decide(index, title, change) {
  const before = { ...(decisions.get(index) ?? undecided()) };
  const after = { ...before, ...change, by: byId("decider").value.trim(), at: Date.now() };
  history.make(title, [{ part: String(index), key: "decision", before, after }]);
}

// ---------------------------------------------------------------------------------------------------- the question

/** @param {number} index @returns {Option[]} */
function optionsOf(index) {
  const dispute = queue[index];
  const { consensus, missing } = dispute;
  /** @type {Option[]} */
  const options = placesOf(dispute).map(({ place, coders }, number) => ({
    key: number < 9 ? String(number + 1) : "",
    chosen: "place",
    place,
    title: inWords(place),
    who: namesOf(coders),
  }));
  const agreed = consensus ? inWords(consensus) : "no boundary";
  options.push({ key: "c", chosen: "consensus", place: consensus, title: `the consensus: ${agreed}`, who: [] });
  options.push({ key: "0", chosen: "none", place: null, title: "no boundary", who: namesOf(missing) });
  return options;
}

/** @param {Option} option */
function accept(option) {
  decide(current, "decision", { chosen: option.chosen, place: option.place });
  show();
  announce(`Accepted: ${option.title}. ${progress()}`);
}

/** @param {string} key */
function acceptKey(key) {
  const option = optionsOf(current).find((one) => one.key === key);
  if (option) accept(option);
  else announce(`There is no place ${key}.`);
}

const progress = () => `${decidedCount()} of ${queue.length} decided`;

function showQuestion() {
  const dispute = queue[current];
  const decision = decisions.get(current);
  const placed = Object.keys(dispute.placed).length;
  const coders = placed + dispute.missing.length;
  const [first, last] = reach(current);
  const where = first === last ? `after unit ${first}` : `between units ${first} and ${last + 1}`;
  const now = placeNow(current);
  byId("dispute-title").textContent = `Boundary ${current + 1} of ${queue.length}`;
  byId("dispute-words").replaceChildren(
    element("b", { dir: "auto" }, study.items[dispute.item].name),
    `, ${where}: ${placed} of ${coders} coders have a boundary. ${isDecided(current) ? "Decided" : "Not decided; now"}: ${now ? inWords(now) : "no boundary"}.`,
  );
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
  const buttons = optionsOf(current).map((option) => {
    const same = decision?.chosen === option.chosen && decision.place?.join() === option.place?.join();
    const words = element("span", null, option.title, option.who.length ? ": " : "", element("span", { class: "who" }, ...listed(option.who)));
    const made = element("button", { type: "button", class: "option", "aria-pressed": String(same), "data-key": option.key }, element("kbd", null, option.key || "·"), words);
    made.addEventListener("click", () => accept(option));
    return made;
  });
  byId("options").replaceChildren(...buttons);
  if (focused !== undefined) buttons.find((button) => button.dataset.key === focused)?.focus();
  if (document.activeElement !== byId("note")) byId("note").value = decision?.note ?? "";
  byId("previous").disabled = current === 0;
  byId("next").disabled = current === queue.length - 1;
}

function showQueue() {
  const first = Math.max(0, Math.min(current - Math.floor(LISTED / 2), queue.length - LISTED));
  const last = Math.min(queue.length, first + LISTED);
  const entries = [];
  if (first > 0) entries.push(element("li", { class: "rest" }, `${first} before these`));
  for (let index = first; index < last; index += 1) {
    const { item, disagreement } = queue[index];
    const [start, end] = reach(index);
    const text = `${index + 1}. ${study.items[item].name}, ${start === end ? start : `${start} to ${end}`}; disagreement ${disagreement.toFixed(2)}; ${isDecided(index) ? "decided" : "not decided"}`;
    const button = element("button", { type: "button", ...(index === current ? { "aria-current": "true" } : {}) }, element("span", { dir: "auto" }, text));
    button.addEventListener("click", () => goTo(index));
    entries.push(element("li", null, button));
  }
  if (last < queue.length) entries.push(element("li", { class: "rest" }, `${queue.length - last} after these`));
  byId("queue-list").replaceChildren(...entries);
}

function show() {
  showQuestion();
  showText(current, context);
  showLanes(current);
  showAgreement(queue[current].item);
  showQueue();
  byId("progress").textContent = progress();
  byId("undo").disabled = !history.done.length;
  byId("redo").disabled = !history.undone.length;
}

// ------------------------------------------------------------------------------------------------- moving and saving

/** @param {number} index */
function goTo(index) {
  if (index < 0 || index >= queue.length) return;
  current = index;
  context = CONTEXT;
  byId("note").blur();
  show();
  byId("dispute-title").focus();
  announce(`${byId("dispute-title").textContent}: ${byId("dispute-words").textContent}`);
}

function nextOpen() {
  const order = queue.map((_, step) => (current + 1 + step) % queue.length);
  const open = order.find((index) => !isDecided(index));
  if (open === undefined) announce("Everything is decided. Save to get gold.json.");
  else goTo(open);
}

/** @param {"undo" | "redo"} which */
function goBack(which) {
  const step = history[which]();
  if (!step) return announce(`There is nothing to ${which}.`);
  const index = Number(step.changes[0].part);
  if (index === current) show();
  else goTo(index);
  return announce(`${which === "undo" ? "Undone" : "Done again"}. ${progress()}`);
}

function save() {
  const name = byId("decider").value.trim();
  if (!name) {
    byId("decider").focus();
    byId("progress").textContent = "Type your name before you save: the files say who decided.";
    announce("Type your name before you save: the files say who decided.");
    return;
  }
  download("gold.json", goldFile(name), "application/json");
  download("decisions.csv", decisionsFile(), "text/csv");
  saved = true;
  byId("progress").textContent = progress();
  announce(`Saved gold.json and decisions.csv. ${progress()}`);
}

async function load() {
  const [file] = byId("file").files;
  byId("file").value = "";
  if (!file) return;
  try {
    const found = decisionsFrom(await file.text());
    const changes = queue.flatMap((_, index) => {
      const [before, after] = [decisions.get(index) ?? undecided(), found.get(index) ?? undecided()];
      return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ part: String(index), key: "decision", before: { ...before }, after }];
    });
    if (changes.length) history.make(`load ${file.name}`, changes);
    saved = true;
    show();
    announce(`Loaded ${file.name}. ${progress()}. Undo gives back what was here before.`);
  } catch (error) {
    tell(`${file.name} was not loaded. ${error instanceof Error ? error.message : error}`);
  }
}

function begin() {
  queue.forEach((_, index) => read(index));
  study.items.forEach((_, index) => countItem(index));
  byId("decider").value = decider.get("").name;
  byId("decider").addEventListener("input", () => decider.update("", (kept) => void (kept.name = byId("decider").value)));
  // Tells at once whether the browser keeps anything, not only after the first decision.
  decider.update("", () => {});
  byId("save").addEventListener("click", save);
  if (!queue.length) {
    for (const part of ["dispute", "whole", "queue", "agreement"]) byId(part).hidden = true;
    byId("progress").textContent = "There is nothing to decide: all coders agree.";
    return;
  }
  byId("note").addEventListener("input", () => {
    decide(current, `comment on ${current}`, { note: byId("note").value });
    byId("undo").disabled = false;
    byId("redo").disabled = true;
  });
  byId("note").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") byId("dispute-title").focus();
  });
  for (const [id, run] of Object.entries({ previous: () => goTo(current - 1), next: () => goTo(current + 1), "next-open": nextOpen, undo: () => goBack("undo"), redo: () => goBack("redo"), load: () => byId("file").click() })) byId(id).addEventListener("click", run);
  byId("file").addEventListener("change", load);
  byId("more").addEventListener("click", () => {
    context += MORE_CONTEXT;
    showText(current, context);
  });
  const numbers = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
  const bindings = [
    { keys: numbers, shown: "1 to 9", does: "accept the place with that number", run: (/** @type {KeyboardEvent} */ event) => acceptKey(event.key) },
    { keys: ["c"], shown: "c", does: "accept the consensus", run: () => acceptKey("c") },
    { keys: ["0"], shown: "0", does: "no boundary here", run: () => acceptKey("0") },
    { keys: ["ArrowRight"], shown: "→", does: "next boundary", run: () => goTo(current + 1) },
    { keys: ["ArrowLeft"], shown: "←", does: "previous boundary", run: () => goTo(current - 1) },
    { keys: ["Enter"], shown: "Enter", does: "next boundary that is not decided", run: nextOpen },
    { keys: ["m"], shown: "m", does: "write a note; Esc leaves it", run: () => byId("note").focus() },
    { keys: ["z", "Ctrl+z"], shown: "z", does: "undo", run: () => goBack("undo") },
    { keys: ["y", "Ctrl+y", "Ctrl+Shift+z"], shown: "y", does: "redo", run: () => goBack("redo") },
    { keys: ["s", "Ctrl+s"], shown: "s", does: "save", run: save },
    { keys: ["l"], shown: "l", does: "load gold.json", run: () => byId("file").click() },
  ];
  listen(bindings);
  describe(bindings);
  window.addEventListener("beforeunload", (event) => {
    store.keep();
    if (!saved && store.unkept.size) event.preventDefault();
  });
  show();
}

begin();
