import { byId, element, drawn, symbol, announce } from "../../shared/page.js";
import { chooseItem, explore, option } from "./item_choice.js";
import { clock, roundPlaces } from "./places.js";

/**
 * A set is its kind, its cost, then the coder and the place of the span among those of the coder, for every span.
 * @typedef {[string, number, ...[number, number][]]} SpanSet
 * @typedef {{ name: string, length: number, spans: Record<string, [number, number, number][]>, alignments: Record<string, [number, ...SpanSet[]]> }} Item
 * @type {{ coders: string[], categories: string[], items: Item[], first: number, resolution: number | null }}
 */
const data = JSON.parse(byId("data").textContent);
const WORDS = /** @type {Record<string, string>} */ ({ match: "the same", near: "other ends, or not by all coders", other: "other category", full: "without a partner" });
const EVERYBODY = "all";
const MOST_SETS = 400;

/** @param {number} units */
const length = (units) => (data.resolution ? clock(units * data.resolution) : units.toLocaleString("en"));

/** @param {[number, number, number]} span */
function inWords([start, end, category]) {
  const name = data.categories[category];
  return `${length(start)}–${length(end)}${name ? ` ${name}` : ""}`;
}

// ------------------------------------------------------------------------------------------------------- the lanes

const [ROW, GAP, INSET] = [22, 30, 10];

/**
 * Spans that overlap go on lines below each other: the line of every span, in their order.
 * @param {[number, number, number][]} spans
 */
function linesOf(spans) {
  /** @type {number[]} */
  const ends = [];
  return spans.map(([start, end]) => {
    const free = ends.findIndex((last) => last <= start);
    const line = free < 0 ? ends.length : free;
    ends[line] = end;
    return line;
  });
}

/** @param {Item} item @param {string[]} coders @param {SpanSet[]} sets @param {string} summary */
function drawLanes(item, coders, sets, summary) {
  const holder = byId("lanes");
  const width = Math.max(240, holder.clientWidth);
  /** @param {number} place */
  const x = (place) => INSET + (place / item.length) * (width - 2 * INSET);
  /** @type {Map<string, { x: number, top: number, middle: number }>} */
  const boxes = new Map();
  const parts = [];
  let top = 0;
  for (const coder of coders) {
    parts.push(drawn("text", { class: "lane-name", x: String(INSET), y: String(top + 14) }, data.coders[Number(coder)]));
    const lines = linesOf(item.spans[coder]);
    item.spans[coder].forEach(([start, end], place) => {
      const y = top + 20 + ROW * lines[place];
      boxes.set(`${coder},${place}`, { x: x(start), top: y, middle: (x(start) + x(end)) / 2 });
    });
    const height = ROW * Math.max(1, ...lines.map((line) => line + 1));
    parts.push(drawn("line", { class: "axis-line", x1: String(x(0)), x2: String(x(item.length)), y1: String(top + 20 + height), y2: String(top + 20 + height) }));
    top += 20 + height + GAP;
  }
  const bars = sets.map((set, index) => drawSet(item, set, index + 1, boxes, x));
  const links = bars.flatMap((set) => set.links);
  const height = top + 20;
  const picture = drawn("svg", { viewBox: `0 0 ${width} ${height}`, height: String(height), role: "img", "aria-label": summary });
  picture.append(...links, ...parts, ...bars.flatMap((set) => set.bars), ...axis(item, x, top - GAP / 2, width));
  holder.replaceChildren(picture);
}

/**
 * The bars of a set, with its number, and lines from one to the next.
 * @param {Item} item @param {SpanSet} set @param {number} number
 * @param {Map<string, { x: number, top: number, middle: number }>} boxes @param {(place: number) => number} x
 */
function drawSet(item, [kind, , ...members], number, boxes, x) {
  const bars = [];
  const links = [];
  /** @type {{ top: number, middle: number } | null} */
  let before = null;
  for (const [coder, place] of members) {
    const box = boxes.get(`${coder},${place}`);
    if (!box) continue;
    const span = item.spans[coder][place];
    const wide = Math.max(3, x(span[1]) - x(span[0]) - 1);
    const bar = drawn("rect", { class: `span ${kind}`, x: String(box.x), y: String(box.top), width: String(wide), height: String(ROW - 3), rx: "3" });
    bar.append(drawn("title", {}, `${number}: ${data.coders[coder]}, ${inWords(span)} (${WORDS[kind]})`));
    bars.push(bar);
    const named = data.categories[span[2]] ? `${number} ${data.categories[span[2]]}` : String(number);
    const text = [named, String(number)].find((words) => wide > 7 * words.length + 6);
    if (text) bars.push(drawn("text", { class: "span-number", x: String(box.middle), y: String(box.top + 14), "text-anchor": "middle" }, text));
    if (before) links.push(drawn("line", { class: kind, x1: String(before.middle), y1: String(before.top + ROW - 3), x2: String(box.middle), y2: String(box.top) }));
    before = box;
  }
  return { bars, links };
}

/** @param {Item} item @param {(place: number) => number} x @param {number} top @param {number} width */
function axis(item, x, top, width) {
  const places = roundPlaces(item.length, width, data.resolution);
  return places.map((place) => drawn("text", { class: "axis-number", x: String(x(place)), y: String(top + 15), "text-anchor": "middle" }, length(place)));
}

// ------------------------------------------------------------------------------------------------ the table of sets

/** @param {Item} item @param {string[]} coders @param {SpanSet[]} sets */
function listSets(item, coders, sets) {
  const table = byId("set-table");
  const heads = ["Set", ...coders.map((coder) => data.coders[Number(coder)]), "Cost"];
  table.tHead.replaceChildren(element("tr", null, ...heads.map((text) => element("th", { scope: "col", dir: "auto" }, text))));
  const rows = sets.slice(0, MOST_SETS).map(([kind, cost, ...members], index) => {
    const of = new Map(members.map(([coder, place]) => [String(coder), item.spans[coder][place]]));
    const cells = coders.map((coder) => {
      const span = of.get(coder);
      return element("td", { dir: "auto" }, span ? inWords(span) : "–");
    });
    const head = element("th", { scope: "row" }, symbol(kind), `${index + 1} `, element("span", { class: "unseen" }, WORDS[kind]));
    return element("tr", { class: kind }, head, ...cells, element("td", { class: "number" }, cost.toFixed(3)));
  });
  table.tBodies[0].replaceChildren(...rows);
  byId("more-sets").hidden = sets.length <= MOST_SETS;
  byId("more-sets").textContent = `… and ${sets.length - MOST_SETS} more`;
}

// -------------------------------------------------------------------------------------------------------- choosing

const chooseCoders = byId("choose-coders");
const chosenItem = () => data.items[Number(chooseItem.value)];

/** @param {string} key */
function named(key) {
  return key === EVERYBODY ? "all coders" : key.split(",").map((coder) => data.coders[Number(coder)]).join(" and ");
}

function offerCoders() {
  const keys = Object.keys(chosenItem().alignments);
  const before = chooseCoders.value;
  chooseCoders.replaceChildren(...keys.map((key) => option(key, named(key))));
  if (keys.includes(before)) chooseCoders.value = before;
}

/** @param {boolean} aloud */
function show(aloud) {
  const item = chosenItem();
  const key = /** @type {string} */ (chooseCoders.value);
  const coders = key.includes(",") ? key.split(",") : Object.keys(item.spans);
  const [disorder, ...sets] = /** @type {[number, ...SpanSet[]]} */ (item.alignments[key] ?? [0]);
  /** @param {string} kind */
  const number = (kind) => sets.filter((set) => set[0] === kind).length;
  const listed = ["match", "near", "other", "full"].map((kind) => `${number(kind)} ${WORDS[kind]}`).join("; ");
  const who = key ? named(key) : coders.map((coder) => data.coders[Number(coder)]).join(" and ");
  const words = key ? `: ${sets.length} ${sets.length === 1 ? "set" : "sets"} of spans, ${listed}. Disorder ${disorder.toFixed(3)}.` : ": coded by one coder only.";
  byId("pair-summary").replaceChildren(element("b", { dir: "auto" }, who), " on ", element("b", { dir: "auto" }, item.name), words);
  const summary = byId("pair-summary").textContent;
  drawLanes(item, coders, sets, summary);
  listSets(item, coders, sets);
  if (aloud) announce(summary);
}

if (data.items.length) {
  explore(data.items, data.first, offerCoders, show);
  chooseCoders.addEventListener("change", () => show(true));
}
