// The adjudication page: one question after another, answered by keys or by the mouse.
import { announce, byId, element, listed, showDialog, tell } from "../../shared/page.js";
import { Autosave } from "../../shared/autosave.js";
import { download, notLoaded } from "../../shared/files.js";
import { History } from "../../shared/history.js";
import { describe, listen } from "../../shared/keyboard.js";
import { countItem, showAgreement } from "./agreement.js";
import { decisionsFile, decisionsFrom, goldFile } from "./files.js";
import { decidedCount, decisions, inWords, isDecided, missingIn, names, namesOf, placeNow, placesOf, queue, rangeInWords, study, THING } from "./study.js";
import { listenForSound, playAgain, showSound } from "./sound.js";
import { reach, showLanes, showText } from "./views.js";

/** @typedef {import("./study.js").Decision} Decision */
/** @typedef {import("./study.js").Place} Place */
/** @typedef {{ key: string, chosen: "place" | "consensus" | "none", place: Place | null, title: string, who: string[] }} Option */

const NONE = study.kind === "spans" ? "no span" : "no boundary";
const CONTEXT = 5;
// So long an answer is seen before the next question comes.
const SHOWN = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 250;
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
    byId("status").textContent = "not saved";
  },
  kept() {
    if (store.unkept.size || decider.unkept.size) return;
    tell("");
    byId("status").textContent = `saved ${new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`;
  },
};

const prefix = `seamark-adjudicate-${study.fingerprint}-`;
/** Whether something stored can be a decision. @param {string} name @param {any} value */
function isDecision(name, value) {
  const dispute = queue[Number(name)];
  const found = dispute && placesOf(dispute).some(({ place }) => place.join() === String(value.place));
  const isPlace = value.place === null || found || String(dispute?.consensus) === String(value.place);
  return isPlace && [null, "place", "consensus", "none"].includes(value.chosen) && typeof value.note === "string" && typeof value.by === "string" && !Number.isNaN(new Date(value.at).getTime());
}

const store = new Autosave(`${prefix}decision-`, undecided, isDecision, {
  ...told,
  changed(name) {
    take(Number(name));
    show();
    announce("Another tab of this page changed a decision.");
  },
});
const decider = new Autosave(`${prefix}decider`, () => ({ name: "" }), (_, value) => typeof value.name === "string", {
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
  const { consensus } = dispute;
  /** @type {Option[]} */
  const options = placesOf(dispute).map(({ place, coders }, number) => ({
    key: number < 9 ? String(number + 1) : "",
    chosen: "place",
    place,
    title: inWords(dispute.item, place),
    who: namesOf(coders),
  }));
  const agreed = consensus ? inWords(dispute.item, consensus) : NONE;
  options.push({ key: "c", chosen: "consensus", place: consensus, title: `the consensus: ${agreed}`, who: [] });
  options.push({ key: "0", chosen: "none", place: null, title: NONE, who: namesOf(missingIn(dispute)) });
  return options;
}

let leaving = 0;

/** The answer is marked for a moment, then the next question comes. @param {Option} option */
function accept(option) {
  decide(current, "decision", { chosen: option.chosen, place: option.place });
  show();
  announce(`Accepted: ${option.title}. ${progress()}`);
  leaving = setTimeout(leave, SHOWN);
}

/** Go on at once where the next question waits: a key that follows quickly is meant for it. */
function leave() {
  if (!leaving) return;
  clearTimeout(leaving);
  leaving = 0;
  nextOpen();
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
  const coders = Object.keys(study.items[dispute.item].codings).length;
  const now = placeNow(current);
  byId("dispute-title").replaceChildren(element("bdi", null, study.items[dispute.item].name), `, ${rangeInWords(dispute.item, ...reach(current))}`);
  byId("dispute-words").textContent = `Question ${current + 1} of ${queue.length}: ${placed} of ${coders} coders have a ${THING}. ${isDecided(current) ? "Decided" : "Not decided; now"}: ${now ? inWords(dispute.item, now) : NONE}.`;
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
    const text = `${index + 1}. ${study.items[item].name}, ${rangeInWords(item, ...reach(index))}; disagreement ${disagreement.toFixed(2)}; ${isDecided(index) ? "decided" : "not decided"}`;
    const button = element("button", { type: "button", ...(index === current ? { "aria-current": "true" } : {}) }, element("span", { dir: "auto" }, text));
    button.addEventListener("click", () => goTo(index));
    entries.push(element("li", null, button));
  }
  if (last < queue.length) entries.push(element("li", { class: "rest" }, `${queue.length - last} after these`));
  byId("queue-list").replaceChildren(...entries);
}

function show() {
  byId("dispute").hidden = false;
  byId("all-decided").hidden = true;
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
  clearTimeout(leaving);
  leaving = 0;
  current = index;
  context = CONTEXT;
  byId("note").blur();
  show();
  showSound(index, true);
  byId("dispute-title").focus();
  announce(`${byId("dispute-title").textContent}: ${byId("dispute-words").textContent}`);
}

function nextOpen() {
  const order = queue.map((_, step) => (current + 1 + step) % queue.length);
  const open = order.find((index) => !isDecided(index));
  if (open === undefined) showEnd();
  else goTo(open);
}

/** Everything is decided: what was, and the way to save it. */
function showEnd() {
  const notes = [...decisions.values()].filter((decision) => decision.note).length;
  byId("dispute").hidden = true;
  byId("all-decided").hidden = false;
  byId("all-words").textContent = `${progress()}${notes ? `, ${notes} with a note` : ""}. Save downloads gold.json, which every command of Seamark reads, and decisions.csv.`;
  byId("all-title").focus();
  announce("Everything is decided: save now");
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
    tell(notLoaded(file.name, error));
  }
}

function toggleNames() {
  names.shown = !names.shown;
  byId("show-names").setAttribute("aria-pressed", String(names.shown));
  show();
}

function writeNote() {
  byId("panel").classList.add("open");
  byId("note").focus();
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
    for (const part of ["dispute", "panel", "answers"]) byId(part).hidden = true;
    byId("progress").textContent = "There is nothing to decide: all coders agree.";
    return;
  }
  byId("note").addEventListener("input", () => {
    decide(current, `comment on ${current}`, { note: byId("note").value });
    byId("undo").disabled = false;
    byId("redo").disabled = true;
  });
  byId("note").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape") return;
    byId("panel").classList.remove("open");
    byId("dispute-title").focus();
  });
  for (const [id, run] of Object.entries({ previous: () => goTo(current - 1), next: () => goTo(current + 1), "next-open": nextOpen, undo: () => goBack("undo"), redo: () => goBack("redo"), load: () => byId("file").click(), "save-all": save, "look-again": () => goTo(0), "show-keys": () => showDialog("keys"), "show-names": toggleNames, "open-notes": writeNote, "close-panel": () => byId("panel").classList.remove("open") })) {
    byId(id)?.addEventListener("click", () => {
      byId("menu").open = false;
      run();
    });
  }
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
    { keys: ["ArrowRight"], shown: "→", does: "skip to the next question", run: () => goTo(current + 1) },
    { keys: ["ArrowLeft"], shown: "←", does: "back to the question before", run: () => goTo(current - 1) },
    { keys: ["Enter"], shown: "Enter", does: "next question that is not decided", run: nextOpen },
    { keys: ["n"], shown: "n", does: "write a note; Esc leaves it", run: writeNote },
    { keys: ["z", "Ctrl+z"], shown: "z, Ctrl+Z", does: "undo", run: () => goBack("undo") },
    { keys: ["y", "Ctrl+y", "Ctrl+Shift+z"], shown: "y, Ctrl+Y", does: "redo", run: () => goBack("redo") },
    { keys: ["s", "Ctrl+s"], shown: "s", does: "save", run: save },
    { keys: ["l"], shown: "l", does: "load gold.json", run: () => byId("file").click() },
    ...(study.step === null ? [] : [{ keys: ["p"], shown: "p", does: "play around the place again", run: playAgain }]),
    { keys: ["?"], shown: "?", does: "this list", run: () => showDialog("keys") },
  ];
  listenForSound();
  listen(bindings.map((binding) => ({ ...binding, run: (event) => { leave(); binding.run(event); } })));
  describe(bindings);
  window.addEventListener("beforeunload", (event) => {
    store.keep();
    if (!saved && store.unkept.size) event.preventDefault();
  });
  show();
}

begin();
