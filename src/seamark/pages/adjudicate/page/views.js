// The text around a boundary with a lane for the gold and every coder beside it, and the lanes of the whole item.
import { byId, drawn, element, listed } from "../../shared/page.js";
import { clock } from "../../shared/words.js";
import { goldOf, namesOf, placeNow, placesOf, queue, study } from "./study.js";

// How much of an item without a text is drawn around a place.
const AROUND_UNITS = 30;
const AROUND_SECONDS = 2;

/** @typedef {{ name: string, positions: Set<number> }} Lane */

/** The gold first, then the coders of the item. @param {number} item @returns {Lane[]} */
function lanesOf(item) {
  const codings = Object.entries(study.items[item].codings);
  const positions = (/** @type {import("./study.js").Place[]} */ places) => new Set(places.flatMap(([start, , end]) => (end === undefined ? [start] : [start, end])).filter((position) => position > 0));
  return [
    { name: "gold", positions: positions(goldOf(item)) },
    ...codings.map(([coder, places]) => ({ name: namesOf([Number(coder)])[0], positions: positions(places) })),
  ];
}

/** From the first to the last place that somebody chose, or that stands now. @param {number} index @returns {[number, number]} */
export function reach(index) {
  const ends = (/** @type {import("./study.js").Place} */ place) => (place.length > 2 ? [place[0], Number(place[2])] : [place[0]]);
  const positions = placesOf(queue[index]).flatMap(({ place }) => ends(place));
  const now = placeNow(index);
  if (now) positions.push(...ends(now));
  return [Math.min(...positions), Math.max(...positions)];
}

/** @param {Lane[]} lanes @param {number} [cut]  the place at which lanes with a boundary are interrupted */
function stripes(lanes, cut) {
  const marks = lanes.map((lane) => element("i", cut !== undefined && lane.positions.has(cut) ? { class: "on" } : null));
  return element("span", { class: "stripes", "aria-hidden": "true" }, ...marks);
}

/** @param {number} index @param {number} context  how many units before and after */
export function showText(index, context) {
  const { item } = queue[index];
  const { texts, mass } = study.items[item];
  byId("reading").hidden = !texts;
  if (!texts) return;
  const lanes = lanesOf(item);
  const [first, last] = reach(index);
  const [start, end] = [Math.max(1, first - context + 1), Math.min(mass, last + context)];
  const rows = [];
  for (let unit = start; unit <= end; unit += 1) {
    const words = element("span", { class: "words", dir: "auto" }, texts[unit - 1]);
    rows.push(element("li", { class: "unit" }, stripes(lanes), words));
    const placing = lanes.filter((lane) => lane.positions.has(unit)).map((lane) => lane.name);
    if (unit < end && placing.length) {
      const here = unit >= first && unit <= last ? " here" : "";
      rows.push(element("li", { class: `cut${here}` }, stripes(lanes, unit), element("span", { class: "words" }, ...listed(placing))));
    }
  }
  byId("units").replaceChildren(...rows);
  byId("more").hidden = start === 1 && end === mass;
  // The disputed place stands in the middle.
  const here = byId("units").querySelector(".here") ?? byId("units").children[first - start];
  byId("reading").scrollTop = here.offsetTop - byId("reading").offsetTop - byId("reading").clientHeight / 2;
}

/**
 * A lane for the gold and every coder, with the boundaries of a stretch of the item.
 * @param {string} id @param {number} index @param {number} from @param {number} to
 */
function drawLanes(id, index, from, to) {
  const [first, last] = reach(index);
  const rows = lanesOf(queue[index].item).map((lane, number) => {
    const label = `${lane.name}: ${lane.positions.size} ${lane.positions.size === 1 ? "boundary" : "boundaries"}`;
    const picture = drawn("svg", { viewBox: `${from} 0 ${to - from} 10`, preserveAspectRatio: "none", role: "img", "aria-label": label });
    picture.append(drawn("rect", { class: "around", x: String(first - 0.5), width: String(last - first + 1), y: "0", height: "10" }));
    const seen = [...lane.positions].filter((position) => position >= from && position <= to);
    picture.append(drawn("path", { d: seen.map((position) => `M${position} 0v10`).join("") }));
    return element("div", { class: number ? "row" : "row gold" }, element("span", { class: "name", dir: "auto", title: lane.name }, lane.name), picture);
  });
  byId(id).replaceChildren(...rows);
}

/** What is shown around a question, in units. @param {number} index @returns {[number, number]} */
export function stretchOf(index) {
  const { mass } = study.items[queue[index].item];
  const [first, last] = reach(index);
  const room = study.step === null ? AROUND_UNITS : AROUND_SECONDS / study.step;
  return [Math.max(0, first - room), Math.min(mass, last + room)];
}

/** @param {number} index */
export function showLanes(index) {
  const { mass, texts } = study.items[queue[index].item];
  drawLanes("lanes", index, 0, mass);
  // Without a text the evidence is where the others have their boundaries around the place.
  byId("around").hidden = texts !== null;
  if (texts !== null) return;
  const [from, to] = stretchOf(index);
  drawLanes("around", index, from, to);
  const ends = [from, to].map((place) => element("span", null, study.step === null ? place.toLocaleString("en") : clock(place * study.step)));
  byId("around").append(element("div", { class: "scale" }, ...ends));
}
