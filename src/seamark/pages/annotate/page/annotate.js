// The annotation page: a text unit by unit, with a place for a boundary between any two.
import { announce, byId, element, showDialog } from "../../shared/page.js";
import { describe, listen } from "../../shared/keyboard.js";
import { VirtualList } from "../../shared/virtual_list.js";
import { quoted } from "../../shared/words.js";
import { FirstSteps } from "../../shared/first_steps.js";
import { askWho, fill, onClicks, Session } from "./session.js";

/** @type {import("./work.js").Study} */
const study = JSON.parse(byId("data").textContent);
const ordered = study.order.map((number) => study.items[number]);

// A paragraph of more units is drawn in several rows: all that is drawn is drawn again when the cursor moves.
const LONGEST_ROW = 300;
// Lines at least so long that all but the last were broken to fit a page, not to make verses.
const WRAPPED = 40;

/** @typedef {{ item: import("./work.js").Item, first: number, last: number }} Row */

/** The rows of an item: its units, or its paragraphs. @param {import("./work.js").Item} item @returns {Row[]} */
function rowsOf(item) {
  if (item.paragraphs === null) return item.units.map((_, unit) => ({ item, first: unit, last: unit }));
  const starts = new Set([0, ...item.paragraphs]);
  /** @type {Row[]} */
  const made = [];
  item.units.forEach((_, unit) => {
    const row = made.at(-1);
    if (row === undefined || starts.has(unit) || unit - row.first >= LONGEST_ROW) made.push({ item, first: unit, last: unit });
    else row.last = unit;
  });
  return made;
}

/** A text whose lines were broken to fit a page becomes one line again; verses stay. @param {string} text @param {boolean} running  whether it is part of a paragraph */
function joinedLines(text, running) {
  const lines = text.split(/[^\S\n]*\n[^\S\n]*/);
  return running || lines.slice(0, -1).every((line) => line.length >= WRAPPED) ? lines.join(" ") : lines.join("\n");
}

/** @param {string} coder */
function begin(coder) {
  /** @type {Session} */
  const session = new Session(study, coder, {
    things: "items",
    item: () => current.name,
    unfinished: () => [ordered.filter((item) => work.of(item.name).done === null).length, ordered.length],
    listening: () => false,
    redraw: () => {
      list.clear();
      refresh();
      focusCursor();
    },
    refresh: () => refresh(),
  });
  const { work } = session;
  const steps = new FirstSteps("annotate", [
    { words: "Put a boundary where the text should be cut: press Enter, or tap a gap between two units.", act: "place" },
    { words: "Not quite there? Move the boundary by one unit with Shift and ↑ or ↓, or with Earlier and Later.", act: "shift" },
    { words: "Take it away again: press Enter on it once more, or tap it.", act: "remove" },
    { words: "C writes a note on a boundary. When an item is finished, press D or Done. Everything is kept in this browser; at the end, Save file makes the file that you send.", act: null },
  ], () => {
    if (byId("guidelines")) showDialog("guidelines");
    else focusCursor();
  });

  // ---------------------------------------------------------------------------------------------------- the cursor

  let current = ordered[0];
  let position = 1;
  let type = 0;
  /** What stands in one row: a unit, or the units of a paragraph. @type {Row[]} */
  let rows = [];

  const list = new VirtualList(byId("text"), (row) => drawRow(row));
  const last = () => current.units.length - 1;
  const rowOf = (/** @type {import("./work.js").Item} */ item, /** @type {number} */ unit) => rows.findIndex((row) => row.item === item && row.first <= unit && unit <= row.last);
  const typeName = (/** @type {number} */ number) => (study.types.length ? String(study.types[number]) : "boundary");

  /** @param {number} number */
  function drawRow(number) {
    const { item, first, last: end } = rows[number];
    const made = element("div", { class: "row" });
    if (first > 0) made.append(drawGap(item, first, "gap"));
    if (item.paragraphs === null) {
      made.append(drawUnit("p", item, first));
    } else {
      const paragraph = element("p", { class: "paragraph", dir: "auto" }, drawUnit("span", item, first));
      for (let unit = first + 1; unit <= end; unit += 1) paragraph.append(" ", drawGap(item, unit, "gap inside"), drawUnit("span", item, unit));
      made.append(paragraph);
    }
    return made;
  }

  /** @param {string} name @param {import("./work.js").Item} item @param {number} unit */
  function drawUnit(name, item, unit) {
    return element(name, { class: "unit", dir: "auto", id: `unit-${ordered.indexOf(item)}-${unit}`, "data-unit": String(unit) }, joinedLines(item.units[unit], item.paragraphs !== null));
  }

  /** The gap before a unit. @param {import("./work.js").Item} item @param {number} unit @param {string} kind */
  function drawGap(item, unit, kind) {
    const found = work.boundary(item.name, unit);
    const here = item === current && unit === position;
    const label = found ? `${typeName(found.type)}${found.unsure ? " ?" : ""}${found.comment ? " ✎" : ""}` : "";
    const told = found ? `: ${typeName(found.type)}${found.unsure ? ", unsure" : ""}${found.comment ? ", with a note" : ""}` : "";
    return element("button", {
      type: "button", class: here ? `${kind} cursor` : kind, tabindex: here ? "0" : "-1", "aria-pressed": String(found !== null),
      "aria-label": `After ${quoted(item.units[unit - 1])}${told}`,
      "aria-describedby": `unit-${ordered.indexOf(item)}-${unit}`, "data-item": String(ordered.indexOf(item)), "data-gap": String(unit),
    }, element("span", null, label));
  }

  /** Show an item. @param {import("./work.js").Item} item */
  function open(item) {
    session.countTime();
    rows = rowsOf(item);
    current = item;
    position = Math.min(1, last());
    list.show(rows.map((row) => row.item.units.slice(row.first, row.last + 1).join(" ").length));
    refresh();
    focusCursor();
    announce(`${item.name}, ${item.units.length} units`);
  }

  function focusCursor() {
    const drawn = list.reveal(Math.max(0, rowOf(current, position)));
    const target = /** @type {HTMLElement} */ (drawn.querySelector(".gap.cursor") ?? byId("text"));
    target.focus({ preventScroll: true });
    // A paragraph may be longer than the window.
    target.scrollIntoView({ block: "nearest" });
  }

  /** @param {import("./work.js").Item} item @param {number} to */
  function moveTo(item, to) {
    const before = rowOf(current, position);
    if (item !== current) session.countTime();
    current = item;
    position = Math.max(Math.min(1, last()), Math.min(last(), to));
    list.redraw(before);
    list.redraw(rowOf(current, position));
    refresh();
    focusCursor();
  }

  /** @param {number} by */
  function moveItem(by) {
    const number = ordered.indexOf(current) + by;
    if (number >= 0 && number < ordered.length) open(ordered[number]);
  }

  // ------------------------------------------------------------------------------------------------------ changing

  const where = (/** @type {number} */ place) => `after ${quoted(current.units[place - 1])}`;
  const inAll = () => `${Object.keys(work.of(current.name).boundaries).length} in all`;

  /** Place a boundary, change its type, or take it away. @param {number | null} to */
  function place(to) {
    if (position < 1) return;
    const found = work.boundary(current.name, position);
    if (to === null) {
      work.setBoundary(current.name, position, null, `boundary ${where(position)}`);
      announce(`Removed ${where(position)}, ${inAll()}`);
    } else {
      work.setBoundary(current.name, position, { ...(found ?? { comment: "", unsure: false }), type: to }, `boundary ${where(position)}`);
      announce(`${typeName(to)} ${where(position)}, ${inAll()}`);
    }
    after();
    steps.did(to === null ? "remove" : "place");
  }

  /** Move the boundary to a gap beside it. @param {number} by */
  function shift(by) {
    const found = work.boundary(current.name, position);
    const to = position + by;
    if (!found) return announce("There is no boundary here");
    if (to < 1 || to > last() || work.boundary(current.name, to)) return announce("There is no free gap there");
    work.moveBoundary(current.name, position, to, `move of the boundary ${where(position)}`);
    moveTo(current, to);
    announce(`Moved: now ${where(to)}`);
    return steps.did("shift");
  }

  function toggle() {
    place(work.boundary(current.name, position) ? null : type);
  }

  /** @param {number} number */
  function chooseType(number) {
    if (number >= Math.max(1, study.types.length)) return;
    type = number;
    const found = work.boundary(current.name, position);
    place(found && found.type === number ? null : number);
  }

  /** @param {Partial<import("./work.js").Boundary>} part @param {string} title */
  function changeBoundary(part, title) {
    const found = work.boundary(current.name, position);
    if (!found) return announce("There is no boundary here");
    work.setBoundary(current.name, position, { ...found, ...part }, `${title} ${where(position)}`);
    after();
  }

  /** @param {string} key @param {any} value @param {string} title */
  function changeItem(key, value, title) {
    work.change(`${title} of ${current.name}`, current.name, key, value);
    after();
  }

  function finish() {
    session.countTime();
    const done = work.of(current.name).done;
    changeItem("done", done === null ? new Date().toISOString() : null, "mark");
    if (done !== null) return announce(`${current.name} is not done`);
    const open_ = ordered.filter((item) => work.of(item.name).done === null);
    if (!open_.length) return announce("All items are done: save the file");
    const number = ordered.indexOf(current);
    return open(open_.find((item) => ordered.indexOf(item) > number) ?? open_[0]);
  }

  /** What a change shows. */
  function after() {
    const inText = document.activeElement === document.body || byId("text").contains(document.activeElement);
    list.redraw(rowOf(current, position));
    if (inText) focusCursor();
    refresh();
  }

  // ------------------------------------------------------------------------------------------------------- showing

  function refresh() {
    list.draw();
    const state = work.of(current.name);
    const found = work.boundary(current.name, position);
    const done = ordered.filter((item) => work.of(item.name).done !== null).length;
    byId("tally").textContent = `${done} of ${ordered.length} ${ordered.length === 1 ? "item" : "items"} done`;
    byId("progress").value = done / ordered.length;
    const boundaries = Object.keys(state.boundaries).length;
    byId("count").textContent = `${boundaries} ${boundaries === 1 ? "boundary" : "boundaries"}`;
    [...byId("items").options].forEach((option, number) => {
      option.textContent = `${work.of(ordered[number].name).done === null ? "" : "✓ "}${ordered[number].name}`;
    });
    byId("items").selectedIndex = ordered.indexOf(current);
    byId("previous").disabled = current === ordered[0];
    byId("next").disabled = current === ordered.at(-1);
    byId("boundary-notes").disabled = !found;
    byId("boundary-title").textContent = found ? `Boundary ${where(position)}` : "No boundary here";
    byId("boundary").firstChild.textContent = found ? "Remove " : "Boundary ";
    byId("item-title").textContent = current.name;
    byId("done").setAttribute("aria-pressed", String(state.done !== null));
    fill("boundary-comment", found?.comment ?? "");
    byId("boundary-unsure").checked = found?.unsure ?? false;
    fill("item-comment", state.comment);
    byId("item-unsure").checked = state.unsure;
    [...byId("types").children].forEach((button, number) => button.setAttribute("aria-pressed", String(number === (found?.type ?? type))));
    session.showState();
  }

  // ----------------------------------------------------------------------------------------------------- controls

  const names = study.types.length ? study.types.map(String) : [];
  byId("types").append(...names.map((name, number) => {
    const button = element("button", { type: "button", class: "plain", "aria-pressed": "false" }, `${number + 1} `, element("bdi", null, name));
    button.addEventListener("click", () => {
      type = number;
      if (work.boundary(current.name, position)) place(number);
      refresh();
    });
    return button;
  }));
  byId("types").hidden = !names.length;
  byId("items").append(...ordered.map((item) => element("option", null, item.name)));
  byId("items").addEventListener("change", () => open(ordered[byId("items").selectedIndex]));
  byId("text").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    if (!(event.target instanceof Element)) return;
    const gap = /** @type {HTMLElement | null} */ (event.target.closest(".gap"));
    if (gap) {
      moveTo(ordered[Number(gap.dataset.item)], Number(gap.dataset.gap));
      return toggle();
    }
    // In running text a tap on a unit goes to the gap after it: the gap itself is thin.
    const unit = /** @type {HTMLElement | null} */ (event.target.closest(".paragraph .unit"));
    const [, item, number] = /-(\d+)-(\d+)$/.exec(unit?.id ?? "") ?? [];
    if (number !== undefined) moveTo(ordered[Number(item)], Number(number) + 1);
  });
  const focusOn = (/** @type {string} */ id) => byId(id).focus();
  for (const id of ["boundary-comment", "item-comment"]) {
    byId(id).addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") leaveNotes(); });
  }
  function leaveNotes() {
    byId("panel").classList.remove("open");
    focusCursor();
  }
  byId("boundary-comment").addEventListener("input", () => changeBoundary({ comment: byId("boundary-comment").value }, "comment"));
  byId("boundary-unsure").addEventListener("change", () => changeBoundary({ unsure: byId("boundary-unsure").checked }, "doubt"));
  byId("item-comment").addEventListener("input", () => changeItem("comment", byId("item-comment").value, "comment"));
  byId("item-unsure").addEventListener("change", () => changeItem("unsure", byId("item-unsure").checked, "doubt"));
  /** @type {Record<string, () => void>} */
  const clicks = {
    previous: () => moveItem(-1), next: () => moveItem(1), undo: () => session.goBack("undo"), redo: () => session.goBack("redo"),
    save: () => session.save(), load: () => byId("file").click(), done: finish, "show-keys": () => showDialog("keys"),
    "show-guidelines": () => showDialog("guidelines"), print: () => window.print(), "show-guide": () => steps.begin(),
    boundary: toggle, earlier: () => shift(-1), later: () => shift(1), remove: () => place(null),
    "open-notes": note, "close-panel": () => byId("panel").classList.remove("open"),
  };
  onClicks(clicks);

  /** Write a note on the boundary, or on the item where there is none. */
  function note() {
    byId("panel").classList.add("open");
    focusOn(work.boundary(current.name, position) ? "boundary-comment" : "item-comment");
  }

  const unsure = (/** @type {boolean} */ whole) =>
    whole ? changeItem("unsure", !work.of(current.name).unsure, "doubt") : changeBoundary({ unsure: !work.boundary(current.name, position)?.unsure }, "doubt");
  const bindings = [
    { keys: ["ArrowDown", "ArrowRight"], shown: "↓, →", does: "next gap", run: () => moveTo(current, position + 1) },
    { keys: ["ArrowUp", "ArrowLeft"], shown: "↑, ←", does: "previous gap", run: () => moveTo(current, position - 1) },
    { keys: ["PageDown"], shown: "Page down", does: "ten gaps on", run: () => moveTo(current, position + 10) },
    { keys: ["PageUp"], shown: "Page up", does: "ten gaps back", run: () => moveTo(current, position - 10) },
    { keys: ["Home"], shown: "Home", does: "first gap of the item", run: () => moveTo(current, 1) },
    { keys: ["End"], shown: "End", does: "last gap of the item", run: () => moveTo(current, last()) },
    { keys: [" ", "Enter"], shown: "Space, Enter", does: "place or remove a boundary", run: toggle },
    ...Array.from({ length: Math.max(1, names.length) }, (_, number) => ({
      keys: [String(number + 1)], shown: String(number + 1), does: names.length ? `place ${names[number]}; again removes it` : "place or remove a boundary", run: () => chooseType(number),
    })),
    { keys: ["Shift+ArrowDown"], shown: "Shift+↓", does: "move the boundary to the next gap", run: () => shift(1) },
    { keys: ["Shift+ArrowUp"], shown: "Shift+↑", does: "move the boundary to the gap before", run: () => shift(-1) },
    { keys: ["Delete", "Backspace"], shown: "Delete", does: "remove the boundary", run: () => { if (work.boundary(current.name, position)) place(null); } },
    { keys: ["c"], shown: "c", does: "note on the boundary, or on the item where there is none; Escape goes back to the text", run: note },
    { keys: ["u"], shown: "u", does: "unsure about the boundary, or no longer", run: () => unsure(false) },
    { keys: ["Shift+c"], shown: "Shift+C", does: "comment on the item", run: () => { byId("panel").classList.add("open"); focusOn("item-comment"); } },
    { keys: ["Shift+u"], shown: "Shift+U", does: "unsure about the item, or no longer", run: () => unsure(true) },
    { keys: ["d"], shown: "d", does: "the item is done, go on to the next; or it is not done after all", run: finish },
    { keys: ["n"], shown: "n", does: "next item", run: () => moveItem(1) },
    { keys: ["p"], shown: "p", does: "previous item", run: () => moveItem(-1) },
    { keys: ["Ctrl+z"], shown: "Ctrl+Z", does: "undo", run: () => session.goBack("undo") },
    { keys: ["Ctrl+y", "Ctrl+Shift+z"], shown: "Ctrl+Y", does: "redo", run: () => session.goBack("redo") },
    { keys: ["s", "Ctrl+s"], shown: "s, Ctrl+S", does: "save the file", run: clicks.save },
    { keys: ["l"], shown: "l", does: "load a file", run: clicks.load },
    ...(byId("guidelines") ? [{ keys: ["g"], shown: "g", does: "guidelines", run: clicks["show-guidelines"] }] : []),
    { keys: ["?"], shown: "?", does: "this list", run: clicks["show-keys"] },
  ];
  listen(bindings);
  describe(bindings);

  open(ordered.find((item) => work.of(item.name).done === null) ?? ordered[0]);
  steps.beginOnce();
  // Tells at once whether the browser keeps anything, not only after the first boundary.
  work.addTime(current.name, 0.001);
}

askWho(study, begin);
