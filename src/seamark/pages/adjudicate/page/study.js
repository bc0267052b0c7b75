// What the page was made from, what has been decided so far, and the gold that follows from both.
import { byId } from "../../shared/page.js";
import { clock, quoted, quotedStart } from "../../shared/words.js";

/** A position and the number of a type; of a span also where it ends. @typedef {[number, number, number?]} Place */
/** @typedef {{ name: string, mass: number, texts: string[] | null, codings: Record<string, Place[]>, kept: Place[] }} Item */
/** @typedef {{ item: number, placed: Record<string, Place>, consensus: Place | null, start: Place | null, disagreement: number, asked: boolean }} Dispute */
/** Chosen is a way of choosing, or null while only a note was written. @typedef {{ chosen: "place" | "consensus" | "none" | null, place: Place | null, note: string, by: string, at: number }} Decision */
/** @typedef {{ kind: "boundaries" | "labels" | "spans", step: number | null, blind: boolean, items: Item[], coders: string[], types: string[], labels: (string | number | null)[], disputes: Dispute[], start: string, fingerprint: string }} Study */

/** @type {Study} */
export const study = JSON.parse(byId("data").textContent ?? "");

/** The disputes that are asked about, the most disputed first. */
export const queue = study.disputes.filter((dispute) => dispute.asked);

/** By place in the queue. @type {Map<number, Decision>} */
export const decisions = new Map();

/** @param {number} index */
export const isDecided = (index) => Boolean(decisions.get(index)?.chosen);

export const decidedCount = () => queue.filter((_, index) => isDecided(index)).length;

/** @param {number} index */
export function placeNow(index) {
  const decision = decisions.get(index);
  return decision?.chosen ? decision.place : queue[index].start;
}

const askedOf = study.items.map(() => /** @type {number[]} */ ([]));
queue.forEach((dispute, index) => askedOf[dispute.item].push(index));
const settledOf = study.items.map((item) => [...item.kept]);
for (const dispute of study.disputes) if (!dispute.asked && dispute.start) settledOf[dispute.item].push(dispute.start);

/**
 * The gold of an item as it stands now, decided or not; sorted, each boundary once.
 * @param {number} item
 * @returns {Place[]}
 */
export function goldOf(item) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const place of settledOf[item]) places.set(place.join(), place);
  for (const index of askedOf[item]) {
    const place = placeNow(index);
    if (place) places.set(place.join(), place);
  }
  return [...places.values()].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
}

/** What is asked about, in the words of the page. */
export const THING = { boundaries: "boundary", labels: "segment that begins", spans: "span" }[study.kind];

/**
 * The different places of a dispute from left to right, each with the coders who chose it.
 * @param {Dispute} dispute
 */
export function placesOf(dispute) {
  /** @type {Map<string, { place: Place, coders: number[] }>} */
  const found = new Map();
  for (const [coder, place] of Object.entries(dispute.placed)) {
    const entry = found.get(place.join()) ?? { place, coders: [] };
    entry.coders.push(Number(coder));
    found.set(place.join(), entry);
  }
  return [...found.values()].sort((one, other) => one.place[0] - other.place[0] || one.place[1] - other.place[1]);
}

/** The coders of the item who have nothing there. @param {Dispute} dispute */
export const missingIn = (dispute) => Object.keys(study.items[dispute.item].codings).filter((coder) => !(coder in dispute.placed)).map(Number);

/** Whether the coders go by their names; until somebody asks, they are letters, so that nobody is judged by a name. */
export const names = { shown: study.blind };

/** @param {number} coder */
const letter = (coder) => String.fromCharCode(65 + (coder % 26)) + (coder < 26 ? "" : String(Math.floor(coder / 26) + 1));

/** @param {number[]} coders */
export const namesOf = (coders) => coders.map((coder) => (names.shown ? study.coders[coder] : letter(coder)));

const severalTypes = study.types.length > 1;

/** A place by its time, or by the words before it; by its number where there is neither. @param {number} item @param {number} position */
export function placeInWords(item, position) {
  const { texts } = study.items[item];
  if (study.step !== null) return `at ${clock(position * study.step)}`;
  if (position === 0) return "at the beginning";
  return texts ? `after ${quoted(texts[position - 1])}` : `after unit ${position.toLocaleString("en")}`;
}

/** @param {number} item @param {Place} place */
export function inWords(item, [position, type, end]) {
  const name = severalTypes || study.kind !== "boundaries" ? ` (${study.types[type]})` : "";
  return end === undefined ? `${placeInWords(item, position)}${name}` : `${spanInWords(item, position, end)}${name}`;
}

/** @param {number} item @param {number} start @param {number} end */
function spanInWords(item, start, end) {
  const { texts } = study.items[item];
  if (study.step !== null) return `${clock(start * study.step)} to ${clock(end * study.step)}`;
  if (!texts) return `units ${start + 1} to ${end}`;
  return end === start + 1 ? quotedStart(texts[start]) : `${quotedStart(texts[start])} to ${quoted(texts[end - 1])}`;
}

/** Where a question is, from the first to the last place of a coder. @param {number} item @param {number} first @param {number} last */
export function rangeInWords(item, first, last) {
  const { texts, mass } = study.items[item];
  if (study.kind === "spans") return spanInWords(item, first, last);
  if (first === 0) return "at the beginning";
  if (study.step !== null) return first === last ? `at ${clock(first * study.step)}` : `between ${clock(first * study.step)} and ${clock(last * study.step)}`;
  if (texts && last < mass) return `between ${quoted(texts[first - 1])} and ${quotedStart(texts[last])}`;
  return first === last ? `after unit ${first}` : `between units ${first} and ${last + 1}`;
}
