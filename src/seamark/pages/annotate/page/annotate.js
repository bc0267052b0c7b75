// The annotation page: a text unit by unit, with a place for a boundary between any two.
import { announce, byId, element } from "../../shared/page.js";
import { download, fileName } from "../../shared/files.js";
import { describe, listen } from "../../shared/keyboard.js";
import { VirtualList } from "../../shared/virtual_list.js";
import { changesFrom, fileOf } from "./study_file.js";
import { Work } from "./work.js";

/** @type {import("./work.js").Study} */
const study = JSON.parse(byId("data").textContent);
const ordered = study.order.map((number) => study.items[number]);
// After so long without a key or a pointer nobody is taken to be at work.
const PAUSE = 60;

/** @param {string} coder */
function begin(coder) {
  byId("who").hidden = true;
  byId("desk").hidden = false;
  byId("coder").textContent = coder;

  const work = new Work(study, coder, {
    changed: (name) => {
      announce(`${name} was changed in another tab`);
      list.clear();
      refresh();
    },
    failed: (reason) => tell(`Your work is not kept when this page is closed: ${reason}. Save it as a file, and often.`),
    kept: () => tell(""),
  });

  // ---------------------------------------------------------------------------------------------------- the cursor

  let screen = 0;
  let current = ordered[0];
  let position = 1;
  let type = 0;
  /** @type {{ item: import("./work.js").Item, unit: number }[]} */
  let rows = [];

  const list = new VirtualList(byId("text"), (row) => drawRow(row));
  const last = () => current.units.length - 1;
  const rowOf = (/** @type {import("./work.js").Item} */ item, /** @type {number} */ unit) => rows.findIndex((row) => row.item === item && row.unit === unit);
  const typeName = (/** @type {number} */ number) => (study.types.length ? String(study.types[number]) : "boundary");

  /** @param {number} number */
  function drawRow(number) {
    const { item, unit } = rows[number];
    if (unit < 0) return element("div", { class: "row" }, element("h2", { dir: "auto" }, item.name));
    const text = element("p", { class: "unit", dir: "auto", id: `unit-${number}` }, item.units[unit]);
    const made = element("div", { class: "row" });
    if (unit > 0) {
      const found = work.boundary(item.name, unit);
      const here = item === current && unit === position;
      const label = found ? `${typeName(found.type)}${found.unsure ? " ?" : ""}${found.comment ? " ✎" : ""}` : "";
      made.append(element("button", {
        type: "button", class: here ? "gap cursor" : "gap", tabindex: here ? "0" : "-1", "aria-pressed": String(found !== null),
        "aria-label": `After unit ${unit} of ${item.units.length}${found ? `: ${typeName(found.type)}${found.unsure ? ", unsure" : ""}${found.comment ? ", with a comment" : ""}` : ""}`,
        "aria-describedby": `unit-${number}`, "data-row": String(number),
      }, element("span", null, label)));
    }
    made.append(text);
    return made;
  }

  /** Show the items of a screen. @param {import("./work.js").Item} item  where the cursor goes */
  function open(item) {
    countTime();
    const size = study.itemsPerPage;
    screen = Math.floor(ordered.indexOf(item) / size);
    const shown = ordered.slice(screen * size, (screen + 1) * size);
    rows = shown.flatMap((one) => [...(shown.length > 1 ? [{ item: one, unit: -1 }] : []), ...one.units.map((_, unit) => ({ item: one, unit }))]);
    current = item;
    position = Math.min(1, last());
    list.show(rows.map((row) => (row.unit < 0 ? 1 : row.item.units[row.unit].length)));
    refresh();
    focusCursor();
    announce(`${item.name}, ${item.units.length} units`);
  }

  function focusCursor() {
    const drawn = list.reveal(Math.max(0, rowOf(current, position)));
    const target = /** @type {HTMLElement} */ (drawn.querySelector(".gap") ?? byId("text"));
    target.focus({ preventScroll: true });
    // Where the window is small, as on a phone or when it is enlarged, the text itself may lie outside of it.
    target.scrollIntoView({ block: "nearest" });
  }

  /** @param {import("./work.js").Item} item @param {number} to */
  function moveTo(item, to) {
    const before = rowOf(current, position);
    if (item !== current) countTime();
    current = item;
    position = Math.max(Math.min(1, last()), Math.min(last(), to));
    list.redraw(before);
    list.redraw(rowOf(current, position));
    refresh();
    focusCursor();
  }

  /** Move by some places, over the ends of items that stand under each other. @param {number} by */
  function moveBy(by) {
    const shown = ordered.slice(screen * study.itemsPerPage, (screen + 1) * study.itemsPerPage);
    const beside = shown[shown.indexOf(current) + Math.sign(by)];
    if (beside && by > 0 && position === last()) moveTo(beside, 1);
    else if (beside && by < 0 && position <= 1) moveTo(beside, beside.units.length - 1);
    else moveTo(current, position + by);
  }

  /** @param {number} by */
  function moveItem(by) {
    const number = ordered.indexOf(current) + by;
    if (number >= 0 && number < ordered.length) open(ordered[number]);
  }

  // ------------------------------------------------------------------------------------------------------ changing

  /** Place a boundary, change its type, or take it away. @param {number | null} to */
  function place(to) {
    if (position < 1) return;
    const found = work.boundary(current.name, position);
    const where = `after unit ${position}`;
    if (to === null) {
      work.setBoundary(current.name, position, null, `boundary ${where}`);
      announce(`Removed ${where}`);
    } else {
      work.setBoundary(current.name, position, { ...(found ?? { comment: "", unsure: false }), type: to }, `boundary ${where}`);
      announce(`${typeName(to)} placed ${where}`);
    }
    after();
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
    work.setBoundary(current.name, position, { ...found, ...part }, `${title} after unit ${position}`);
    after();
  }

  /** @param {string} key @param {any} value @param {string} title */
  function changeItem(key, value, title) {
    work.change(`${title} of ${current.name}`, current.name, key, value);
    after();
  }

  function finish() {
    countTime();
    const done = work.of(current.name).done;
    changeItem("done", done === null ? new Date().toISOString() : null, "mark");
    if (done !== null) return announce(`${current.name} is not done`);
    const open_ = ordered.filter((item) => work.of(item.name).done === null);
    if (!open_.length) return announce("All items are done: save the file");
    const number = ordered.indexOf(current);
    return open(open_.find((item) => ordered.indexOf(item) > number) ?? open_[0]);
  }

  /** @param {"undo" | "redo"} which */
  function goBack(which) {
    const step = work.history[which]();
    if (!step) return announce(`There is nothing to ${which}`);
    work.unsaved = true;
    list.clear();
    list.draw();
    refresh();
    return announce(`${which === "undo" ? "Undone" : "Done again"}: ${step.title}`);
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
    [...byId("items").options].forEach((option, number) => {
      option.textContent = `${work.of(ordered[number].name).done === null ? "" : "✓ "}${ordered[number].name}`;
    });
    byId("items").selectedIndex = ordered.indexOf(current);
    byId("previous").disabled = current === ordered[0];
    byId("next").disabled = current === ordered.at(-1);
    byId("undo").disabled = !work.history.done.length;
    byId("redo").disabled = !work.history.undone.length;
    byId("boundary-notes").disabled = !found;
    byId("boundary-title").textContent = found ? `Boundary after unit ${position}` : "No boundary here";
    byId("item-title").textContent = current.name;
    byId("done").setAttribute("aria-pressed", String(state.done !== null));
    fill("boundary-comment", found?.comment ?? "");
    byId("boundary-unsure").checked = found?.unsure ?? false;
    fill("item-comment", state.comment);
    byId("item-unsure").checked = state.unsure;
    [...byId("types").children].forEach((button, number) => button.setAttribute("aria-pressed", String(number === (found?.type ?? type))));
    byId("status").textContent = `${work.kept.unkept.size ? "Not kept in this browser." : "Kept in this browser."} ${work.unsaved ? "Changed since the last saved file." : ""}`;
  }

  /** @param {string} id @param {string} text */
  function fill(id, text) {
    // Writing the same text again would move the caret.
    if (byId(id).value !== text) byId(id).value = text;
  }

  // --------------------------------------------------------------------------------------------------------- time

  let active = performance.now();
  let spent = 0;
  function noteTime() {
    const now = performance.now();
    const seconds = (now - active) / 1000;
    if (seconds < PAUSE) spent += seconds;
    active = now;
  }
  function countTime() {
    noteTime();
    work.addTime(current.name, spent);
    spent = 0;
  }
  for (const kind of ["keydown", "pointerdown", "pointermove", "wheel"]) document.addEventListener(kind, noteTime, { passive: true });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") countTime();
    else active = performance.now();
  });

  // -------------------------------------------------------------------------------------------------------- files

  function save() {
    countTime();
    download(`${fileName(study.study, coder)}.json`, fileOf(work), "application/json");
    work.unsaved = false;
    const begun = ordered.filter((item) => work.of(item.name).done === null).length;
    refresh();
    announce(begun ? `Saved. ${begun} of ${ordered.length} items are not done, and do not count yet` : "Saved, all items are done");
    tellNote(begun ? `Saved. Items that are not marked as done do not count yet: ${begun} of ${ordered.length}.` : "Saved: all items are done.");
  }

  async function load() {
    const [file] = byId("file").files;
    byId("file").value = "";
    if (!file) return;
    try {
      const changes = changesFrom(work, await file.text());
      tell("");
      if (changes.length) work.changeAll(`load ${file.name}`, changes);
      work.unsaved = false;
      open(current);
      tellNote(`Loaded ${file.name}. Undo gives back what was here before.`);
      announce(`Loaded ${file.name}`);
    } catch (error) {
      tell(`${file.name} was not loaded. ${error instanceof Error ? error.message : error}`);
    }
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
    const gap = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest(".gap")) : null;
    if (!gap) return;
    const { item, unit } = rows[Number(gap.dataset.row)];
    moveTo(item, unit);
    toggle();
  });
  const focusOn = (/** @type {string} */ id) => byId(id).focus();
  for (const id of ["boundary-comment", "item-comment"]) {
    byId(id).addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") focusCursor(); });
  }
  byId("boundary-comment").addEventListener("input", () => changeBoundary({ comment: byId("boundary-comment").value }, "comment"));
  byId("boundary-unsure").addEventListener("change", () => changeBoundary({ unsure: byId("boundary-unsure").checked }, "doubt"));
  byId("item-comment").addEventListener("input", () => changeItem("comment", byId("item-comment").value, "comment"));
  byId("item-unsure").addEventListener("change", () => changeItem("unsure", byId("item-unsure").checked, "doubt"));
  byId("file").addEventListener("change", load);
  /** @type {Record<string, () => void>} */
  const clicks = {
    previous: () => moveItem(-1), next: () => moveItem(1), undo: () => goBack("undo"), redo: () => goBack("redo"),
    save, load: () => byId("file").click(), done: finish, "show-keys": () => byId("keys").showModal(),
    "show-guidelines": () => byId("guidelines").showModal(), print: () => window.print(),
  };
  for (const [id, run] of Object.entries(clicks)) byId(id)?.addEventListener("click", run);

  const unsure = (/** @type {boolean} */ whole) =>
    whole ? changeItem("unsure", !work.of(current.name).unsure, "doubt") : changeBoundary({ unsure: !work.boundary(current.name, position)?.unsure }, "doubt");
  const bindings = [
    { keys: ["ArrowDown"], shown: "↓", does: "next place", run: () => moveBy(1) },
    { keys: ["ArrowUp"], shown: "↑", does: "previous place", run: () => moveBy(-1) },
    { keys: ["PageDown"], shown: "Page down", does: "ten places on", run: () => moveTo(current, position + 10) },
    { keys: ["PageUp"], shown: "Page up", does: "ten places back", run: () => moveTo(current, position - 10) },
    { keys: ["Home"], shown: "Home", does: "first place of the item", run: () => moveTo(current, 1) },
    { keys: ["End"], shown: "End", does: "last place of the item", run: () => moveTo(current, last()) },
    { keys: [" ", "Enter"], shown: "Space, Enter", does: "place or remove a boundary", run: toggle },
    ...Array.from({ length: Math.max(1, names.length) }, (_, number) => ({
      keys: [String(number + 1)], shown: String(number + 1), does: names.length ? `place ${names[number]}; again removes it` : "place or remove a boundary", run: () => chooseType(number),
    })),
    { keys: ["Delete", "Backspace"], shown: "Delete", does: "remove the boundary", run: () => { if (work.boundary(current.name, position)) place(null); } },
    { keys: ["c"], shown: "c", does: "comment on the boundary; Escape goes back to the text", run: () => (work.boundary(current.name, position) ? focusOn("boundary-comment") : announce("There is no boundary here")) },
    { keys: ["u"], shown: "u", does: "unsure about the boundary, or no longer", run: () => unsure(false) },
    { keys: ["Shift+c"], shown: "Shift+C", does: "comment on the item", run: () => focusOn("item-comment") },
    { keys: ["Shift+u"], shown: "Shift+U", does: "unsure about the item, or no longer", run: () => unsure(true) },
    { keys: ["d"], shown: "d", does: "the item is done, go on to the next; or it is not done after all", run: finish },
    { keys: ["n"], shown: "n", does: "next item", run: () => moveItem(1) },
    { keys: ["p"], shown: "p", does: "previous item", run: () => moveItem(-1) },
    { keys: ["Ctrl+z"], shown: "Ctrl+Z", does: "undo", run: () => goBack("undo") },
    { keys: ["Ctrl+y", "Ctrl+Shift+z"], shown: "Ctrl+Y", does: "redo", run: () => goBack("redo") },
    { keys: ["s", "Ctrl+s"], shown: "s, Ctrl+S", does: "save the file", run: save },
    { keys: ["l"], shown: "l", does: "load a file", run: clicks.load },
    ...(byId("guidelines") ? [{ keys: ["g"], shown: "g", does: "guidelines", run: clicks["show-guidelines"] }] : []),
    { keys: ["?"], shown: "?", does: "this list", run: clicks["show-keys"] },
  ];
  listen(bindings);
  describe(bindings);

  window.addEventListener("beforeunload", (event) => {
    countTime();
    work.kept.keep();
    if (work.atRisk) event.preventDefault();
  });
  open(ordered.find((item) => work.of(item.name).done === null) ?? ordered[0]);
  // Tells at once whether the browser keeps anything, not only after the first boundary.
  work.addTime(current.name, 0.001);
}

/** @param {string} text */
function tell(text) {
  if (byId("trouble").textContent === text) return;
  byId("trouble").textContent = text;
  byId("trouble").hidden = !text;
}

/** @param {string} text */
function tellNote(text) {
  byId("status").textContent = text;
}

function ask() {
  const key = `seamark-coder:${study.fingerprint}`;
  byId("who").hidden = false;
  try {
    byId("name").value = localStorage.getItem(key) ?? "";
  } catch {
    // Nothing is remembered; the page says so when work begins.
  }
  byId("who").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = byId("name").value.trim();
    if (!name) return;
    try {
      localStorage.setItem(key, name);
    } catch {
      // As above.
    }
    begin(name);
  });
  byId("name").focus();
}

if (study.coder === null) ask();
else begin(study.coder);
