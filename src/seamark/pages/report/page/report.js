import { byId, element, drawn, symbol, announce } from "../../shared/page.js";
import { chooseItem, explore, option } from "./item_choice.js";
import { clock, roundPlaces } from "./places.js";

/** @typedef {number | number[]} Entry  one number, or places and then numbers of types */
/** @typedef {{ name: string, mass: number, codings: Record<string, Entry[]>, pairs: Record<string, [number | null, ...Entry[][]]>, texts?: string[] }} Item */
/** @typedef {"match" | "near" | "first" | "second" | "other"} Kind */
/** @typedef {{ kind: "match" | "near" | "other", a: number, b: number } | { kind: "first", a: number, b: null } | { kind: "second", a: null, b: number }} Places */
/** @typedef {Places & { typeA: number, typeB: number }} Edit */
/** @typedef {(string | { name: string })[]} Words */
/** @typedef {(place: number) => number} Scale  where a place is drawn */

/** @type {{ coders: string[], types: string[], similarity: string, items: Item[], first: number, resolution?: number }} */
const data = JSON.parse(byId("data").textContent);
const WORDS = { match: "match", near: "near miss", first: "full miss", second: "full miss", other: "other type" };
/** @type {Partial<Record<Kind, Kind>>} */
const OPPOSITE = { first: "second", second: "first" };
const MOST_EDITS = 400;
const MOST_UNITS = 3000;

// ----------------------------------------------------------------------------------- places in units, or in times

const at = (/** @type {number} */ place) => (data.resolution ? `at ${clock(place * data.resolution)}` : `after ${place.toLocaleString("en")}`);
const length = (/** @type {number} */ units) => (data.resolution ? clock(units * data.resolution) : units.toLocaleString("en"));
const far = (/** @type {number} */ units) => (data.resolution ? `${Number((units * data.resolution).toPrecision(3))} s` : `${units} ${units === 1 ? "unit" : "units"}`);

// ------------------------------------------------------------------------------------- what sets two codings apart

const typed = data.types.length > 0;
/** The place and the type of every boundary. @param {Item} item @param {number | string} coder */
const boundariesOf = (item, coder) => item.codings[coder].map((entry) => /** @type {[number, number]} */ (typed ? entry : [entry, 0]));

// A pair holds its matches, near misses, boundaries of either coder alone and places of another type, each as places
// and then types; it is stored once, with the coder of the lower number first.
/** @param {Item} item @param {number} a @param {number} b @returns {{ value: number | null, edits: Edit[] }} */
function editsOf(item, a, b) {
  if (a > b) {
    const { value, edits } = editsOf(item, b, a);
    return { value, edits: edits.map((edit) => /** @type {Edit} */ ({ kind: OPPOSITE[edit.kind] ?? edit.kind, a: edit.b, b: edit.a, typeA: edit.typeB, typeB: edit.typeA })) };
  }
  const [value, ...lists] = item.pairs[`${a},${b}`];
  const [match, near, first, second, other] = lists.map((list) => list.map((entry) => [entry].flat()));
  /** @type {Edit[]} */
  const edits = [
    ...match.map(([place, type = 0]) => /** @type {const} */ ({ kind: "match", a: place, b: place, typeA: type, typeB: type })),
    ...near.map(([placeA, placeB, type = 0]) => /** @type {const} */ ({ kind: "near", a: placeA, b: placeB, typeA: type, typeB: type })),
    ...first.map(([place, type = 0]) => /** @type {const} */ ({ kind: "first", a: place, b: null, typeA: type, typeB: type })),
    ...second.map(([place, type = 0]) => /** @type {const} */ ({ kind: "second", a: null, b: place, typeA: type, typeB: type })),
    ...other.map(([place, typeA, typeB]) => /** @type {const} */ ({ kind: "other", a: place, b: place, typeA, typeB })),
  ];
  const start = (/** @type {Edit} */ edit) => Math.min(edit.a ?? Infinity, edit.b ?? Infinity);
  edits.sort((one, other) => start(one) - start(other));
  return { value, edits };
}

// Words are strings and names; names stand out, since a coder may be called 2.
/** @param {Words} words */
const plain = (words) => words.map((word) => (typeof word === "string" ? word : word.name)).join("");

/** @param {Words} words */
function shown(words) {
  return words.map((word) => (typeof word === "string" ? word : element("b", { dir: "auto" }, word.name)));
}

/** @param {Edit} edit @param {string[]} names @returns {Words} */
function inWords(edit, names) {
  const [first, second] = names.map((name) => ({ name }));
  const label = (/** @type {number} */ type) => (typed ? ` (${data.types[type]})` : "");
  if (edit.kind === "other") return [first, `${label(edit.typeA)}, `, second, label(edit.typeB)];
  if (edit.kind === "match") return [`both${label(edit.typeA)}`];
  if (edit.kind !== "near") return ["only ", edit.kind === "first" ? first : second, label(edit.typeA)];
  const apart = `${far(Math.abs(edit.a - edit.b))} apart${label(edit.typeA)}`;
  return [first, ` ${at(edit.a)}, `, second, ` ${at(edit.b)}: ${apart}`];
}

// ------------------------------------------------------------------------------------------------------- the lanes

/** @param {number[]} places @param {number} mass @param {Scale} x @param {number} top */
function laneParts(places, mass, x, top) {
  const parts = [];
  const edges = [...new Set([0, ...places, mass])];
  for (let number = 0; number + 1 < edges.length; number += 1) {
    const [start, end] = [x(edges[number]), x(edges[number + 1])];
    parts.push(drawn("rect", { class: "box", x: start + 1, y: top, width: Math.max(0.5, end - start - 2), height: 26, rx: 3 }));
    const size = edges[number + 1] - edges[number];
    if (end - start > 10 * length(size).length + 12) {
      parts.push(drawn("text", { class: "segment-size", x: (start + end) / 2, y: top + 17, "text-anchor": "middle" }, length(size)));
    }
  }
  return parts;
}

/** @param {Item} item @param {number[]} coders @param {string[]} names @param {Edit[]} edits @param {string} summary */
function drawLanes(item, coders, names, edits, summary) {
  const holder = byId("lanes");
  const width = Math.max(240, holder.clientWidth);
  const [inset, topA, topB, axis, floor] = [10, 24, 92, 152, 214];
  /** @type {Scale} */
  const x = (place) => inset + (place / item.mass) * (width - 2 * inset);
  const picture = drawn("svg", { viewBox: `0 0 ${width} ${floor + 4}`, height: floor + 4, role: "img", "aria-label": summary });
  /** @type {[number, number, string, number][]} */
  const lanes = [[coders[0], topA, names[0], 14], [coders[1], topB, names[1], topB + 42]];
  for (const [coder, top, name, baseline] of lanes) {
    picture.append(...laneParts(boundariesOf(item, coder).map((boundary) => boundary[0]), item.mass, x, top));
    picture.append(drawn("text", { class: "lane-name", x: inset, y: baseline }, name));
  }
  for (const edit of edits) {
    if (edit.a !== null && edit.b !== null) {
      picture.append(drawn("line", { class: edit.kind, x1: x(edit.a), y1: topA + 13, x2: x(edit.b), y2: topB + 13 }));
    }
  }
  for (const edit of edits) {
    for (const { place, top } of [{ place: edit.a, top: topA }, { place: edit.b, top: topB }]) {
      if (place === null) continue;
      const mark = drawn("use", { class: edit.kind, href: `#${edit.kind}`, x: x(place) - 7.5, y: top + 5.5, width: 15, height: 15 });
      mark.append(drawn("title", {}, `${at(place)}: ${plain(inWords(edit, names))}`));
      picture.append(mark);
    }
  }
  picture.append(...votes(item, x, floor, width), ...axisParts(item.mass, x, axis, width));
  holder.replaceChildren(picture);
}

/** @param {number} mass @param {Scale} x @param {number} top @param {number} width */
function axisParts(mass, x, top, width) {
  const parts = [drawn("line", { class: "axis-line", x1: x(0), x2: x(mass), y1: top, y2: top })];
  for (const place of roundPlaces(mass, width, data.resolution)) {
    parts.push(drawn("text", { class: "axis-number", x: x(place), y: top + 15, "text-anchor": "middle" }, length(place)));
  }
  return parts;
}

/** @param {Item} item @param {Scale} x @param {number} floor @param {number} width */
function votes(item, x, floor, width) {
  const coders = Object.keys(item.codings).filter((coder) => Number(coder) < data.coders.length - 1);
  const count = new Map();
  for (const coder of coders) {
    for (const place of new Set(boundariesOf(item, coder).map((boundary) => boundary[0]))) count.set(place, (count.get(place) || 0) + 1);
  }
  const thick = Math.min(8, Math.max(1.5, width / item.mass - 2));
  return [...count].map(([place, number]) => {
    const height = (36 * number) / coders.length;
    const bar = drawn("rect", { class: "vote", x: x(place) - thick / 2, y: floor - height, width: thick, height });
    bar.append(drawn("title", {}, `${at(place)}: ${number} of ${coders.length} coders`));
    return bar;
  });
}

// ----------------------------------------------------------------------------------------------- edits and reading

/** @param {Edit[]} edits @param {string[]} names */
function listEdits(edits, names) {
  const different = edits.filter((edit) => edit.kind !== "match");
  const entries = different.slice(0, MOST_EDITS).map((edit) => {
    const place = Math.min(edit.a ?? Infinity, edit.b ?? Infinity);
    const words = element("span", {}, ...shown(inWords(edit, names)));
    return element("li", {}, symbol(edit.kind), element("span", { class: "place" }, `${WORDS[edit.kind]} ${at(place)}:`), words);
  });
  if (!different.length) entries.push(element("li", {}, "None: the two codings are the same."));
  if (different.length > MOST_EDITS) entries.push(element("li", {}, `… and ${different.length - MOST_EDITS} more`));
  byId("edits").replaceChildren(...entries);
}

/** What stands in the text after a unit. @param {Edit[]} edits @param {string[]} names */
function cutsOf(edits, names) {
  /** @type {Map<number, { kind: Kind, words: Words }[]>} */
  const cuts = new Map();
  /** @type {(place: number, kind: Kind, words: Words) => void} */
  const add = (place, kind, words) => void cuts.set(place, [...(cuts.get(place) || []), { kind, words }]);
  for (const edit of edits) {
    if (edit.kind !== "near") {
      add(edit.kind === "second" ? edit.b : edit.a, edit.kind, inWords(edit, names));
      continue;
    }
    const [one, other] = names.map((name) => ({ name }));
    const [here, there] = edit.a < edit.b ? [one, other] : [other, one];
    const distance = far(Math.abs(edit.a - edit.b));
    add(Math.min(edit.a, edit.b), "near", [here, " here, ", there, ` ${distance} later`]);
    add(Math.max(edit.a, edit.b), "near", [there, " here, ", here, ` ${distance} earlier`]);
  }
  return cuts;
}

/** @param {Item} item @param {Edit[]} edits @param {string[]} names */
function readText(item, edits, names) {
  const reading = byId("reading");
  reading.hidden = !item.texts;
  if (!item.texts) return;
  const mode = byId("reading-mode").value;
  const cuts = cutsOf(edits, names);
  const entries = [];
  let skipped = 0;
  const endGap = () => {
    if (skipped) entries.push(element("li", { class: "gap" }, `⋯ ${skipped} ${skipped === 1 ? "unit" : "units"} without a boundary`));
    skipped = 0;
  };
  item.texts.slice(0, MOST_UNITS).forEach((text, index) => {
    const place = index + 1;
    if (mode === "around" && !cuts.has(place) && !cuts.has(index)) {
      skipped += 1;
    } else {
      endGap();
      const words = element("span", { dir: "auto" });
      words.textContent = text;
      entries.push(element("li", { class: "unit" }, element("span", {}, String(place)), words));
    }
    for (const cut of cuts.get(place) || []) {
      entries.push(element("li", { class: `cut ${OPPOSITE[cut.kind] ? "full" : cut.kind}` }, symbol(cut.kind), element("span", {}, ...shown(cut.words))));
    }
  });
  endGap();
  const left = item.texts.length - MOST_UNITS;
  if (left > 0) entries.push(element("li", { class: "gap" }, `⋯ ${left} more units`));
  byId("units").classList.toggle("clamped", mode !== "whole");
  byId("units").replaceChildren(...entries);
  byId("units").scrollTop = 0;
}

// ------------------------------------------------------------------------------------------------------- choosing

const [chooseFirst, chooseSecond] = ["choose-first", "choose-second"].map(byId);
/** @returns {Item} */
const chosenItem = () => data.items[Number(chooseItem.value)];

/** @param {Item} item */
function leastAlike(item) {
  const human = (/** @type {string} */ pair) => !pair.split(",").includes(String(data.coders.length - 1));
  const pairs = Object.entries(item.pairs).filter(([pair]) => human(pair));
  pairs.sort(([, one], [, other]) => (one[0] ?? 2) - (other[0] ?? 2));
  return pairs.length ? pairs[0][0].split(",") : Object.keys(item.codings).slice(0, 2);
}

function offerCoders() {
  const item = chosenItem();
  const before = [chooseFirst.value, chooseSecond.value];
  const present = Object.keys(item.codings);
  for (const choice of [chooseFirst, chooseSecond]) {
    choice.replaceChildren(...present.map((coder) => option(coder, data.coders[Number(coder)])));
  }
  const keep = before.every((coder) => present.includes(coder)) && before[0] !== before[1];
  [chooseFirst.value, chooseSecond.value] = keep ? before : leastAlike(item);
}

/** @param {boolean} aloud */
function show(aloud) {
  const item = chosenItem();
  const coders = [chooseFirst.value, chooseSecond.value].map(Number);
  const names = coders.map((coder) => data.coders[coder]);
  const same = coders[0] === coders[1];
  const { value, edits } = same
    ? { value: 1, edits: boundariesOf(item, coders[0]).map(([place, type]) => /** @type {Edit} */ ({ kind: "match", a: place, b: place, typeA: type, typeB: type })) }
    : editsOf(item, coders[0], coders[1]);
  const number = (/** @type {Kind[]} */ ...kinds) => edits.filter((edit) => kinds.includes(edit.kind)).length;
  const several = (/** @type {number} */ count, /** @type {string} */ one, /** @type {string} */ many) => `${count} ${count === 1 ? one : many}`;
  const listed = [several(number("match"), "match", "matches"), several(number("near"), "near miss", "near misses")];
  const [first, second] = [number("first"), number("second")];
  const misses = [`, ${several(first + second, "full miss", "full misses")} (${first} only `, { name: names[0] }, `, ${second} only `, { name: names[1] }, ")"];
  const others = number("other") ? `, ${several(number("other"), "other type", "of another type")}` : "";
  const similarity = value === null ? "" : ` ${data.similarity} ${value.toFixed(3)}.`;
  const words = [{ name: names[0] }, " and ", { name: names[1] }, " on ", { name: item.name }, `: ${listed.join(", ")}`, ...(first + second ? misses : [", 0 full misses"]), `${others}.${similarity}`];
  const summary = plain(words);
  byId("pair-summary").replaceChildren(...shown(words));
  byId("first-name").textContent = names[0];
  byId("second-name").textContent = names[1];
  drawLanes(item, coders, names, edits, summary);
  listEdits(edits, names);
  readText(item, edits, names);
  if (aloud) announce(summary);
}

if (data.items.length) {
  explore(data.items, data.first, offerCoders, show);
  for (const choice of [chooseFirst, chooseSecond, byId("reading-mode")]) choice.addEventListener("change", () => show(true));
  byId("swap").addEventListener("click", () => {
    [chooseFirst.value, chooseSecond.value] = [chooseSecond.value, chooseFirst.value];
    show(true);
  });
}
