// The file that a coder saves, in Seamark's JSON: codings of the items that are done, and beside them comments, times, and
// what has been begun.
import { Refused, takenFrom } from "../../shared/files.js";
import { isPlace, isTime } from "./work.js";

/**
 * @typedef {import("./work.js").Work} Work
 * @typedef {import("./work.js").ItemState} ItemState
 * @typedef {import("./work.js").Item} Item
 */

/** @param {ItemState} state @returns {number[]} */
export const positionsOf = (state) => Object.keys(state.boundaries).map(Number).sort((one, other) => one - other);

/** @param {Work} work @returns {string} */
export function fileOf(work) {
  const { study, coder } = work;
  const items = [];
  /** @type {[string, object][]} */
  const worked = [];
  for (const item of study.items) {
    const state = work.of(item.name);
    const positions = positionsOf(state);
    const names = study.labels.length ? study.labels : study.types;
    const types = positions.map((position) => names[state.boundaries[position].type] ?? "");
    if (state.done !== null) {
      const coding = study.labels.length ? segmentsOf(study, state, item.length) : study.types.length ? { positions, types } : massesOf(positions, item.length);
      const texts = study.step === null ? { texts: item.units } : {};
      items.push({ item: item.name, codings: Object.fromEntries([[coder, coding]]), mass: item.length, ...texts });
    }
    const notes = positions
      .map((position) => ({ position, comment: state.boundaries[position].comment, unsure: state.boundaries[position].unsure }))
      .filter((note) => note.comment || note.unsure);
    const draft = state.done === null && positions.length ? { draft: names.length ? { positions, types } : { positions } } : {};
    const told = { done: state.done, seconds: Math.round(10 * state.seconds) / 10, comment: state.comment, unsure: state.unsure, boundaries: notes, ...draft };
    worked.push([item.name, told]);
  }
  const checksums = Object.fromEntries(study.items.map((item) => [item.name, item.checksum]));
  const annotation = { study: study.study, fingerprint: study.fingerprint, checksums, repeats: repeatsOf(study), ...(study.seed === null ? {} : { seed: study.seed }), items: Object.fromEntries(worked) };
  const annotations = Object.fromEntries([[coder, annotation]]);
  const header = study.labels.length ? { model: "labels" } : { types: study.types };
  const metadata = { annotations, ...(study.step === null ? {} : { seconds_per_unit: study.step }) };
  return `${JSON.stringify({ format: "seamark", version: 1, ...header, metadata, items }, null, 1)}\n`;
}

/** Items that came a second time, and of which they are the second time; each tier of a recording by itself. @param {Work["study"]} study */
function repeatsOf(study) {
  const names = study.items.map((item) => item.name);
  return Object.fromEntries(Object.entries(study.repeats).flatMap(([again, once]) => {
    const tiers = names.filter((name) => name === again || name.startsWith(`${again}/`));
    return tiers.map((name) => [name, once + name.slice(again.length)]);
  }));
}

/** Every segment with its size and its label. @param {Work["study"]} study @param {ItemState} state @param {number} length */
function segmentsOf(study, state, length) {
  const starts = [0, ...positionsOf(state).filter((position) => position > 0)];
  return starts.map((start, index) => [(starts[index + 1] ?? length) - start, study.labels[state.boundaries[start]?.type] ?? null]);
}

/** @param {number[]} positions @param {number} mass */
function massesOf(positions, mass) {
  return [...positions, mass].map((end, index) => end - (index ? positions[index - 1] : 0));
}

/**
 * The changes that take a saved file back; `Refused` says why it cannot be taken.
 * @param {Work} work @param {string} text @returns {import("../../shared/history.js").Change[]}
 */
export const changesFrom = (work, text) => takenFrom(text, (file) => changesOf(work, file));

/** @param {Work} work @param {any} file @returns {import("../../shared/history.js").Change[]} */
function changesOf(work, file) {
  const { study, coder } = work;
  const annotations = file?.format === "seamark" ? file.metadata?.annotations : null;
  if (!annotations || typeof annotations !== "object") throw new Refused("It was not saved by an annotation page.");
  if (!Object.hasOwn(annotations, coder)) throw new Refused(`It is the work of ${Object.keys(annotations).join(", ")}, and this page is for ${coder}.`);
  const mine = annotations[coder];
  if (mine.fingerprint !== study.fingerprint) {
    const changed = study.items.filter((item) => mine.checksums?.[item.name] !== item.checksum).map((item) => item.name);
    throw new Refused(`It belongs to another version of the study${changed.length ? `: the texts of ${changed.join(", ")} differ` : ""}.`);
  }
  const codings = new Map((file.items ?? []).map((/** @type {any} */ entry) => [entry.item, entry.codings?.[coder]]));
  return study.items.flatMap((item) => {
    const told = mine.items?.[item.name] ?? {};
    const { seconds = 0 } = told;
    if (!isTime(seconds)) throw new Refused(`It has a time for ${item.name} that cannot be: ${seconds}.`);
    const coding = codings.get(item.name) ?? told.draft ?? { positions: [] };
    const before = work.of(item.name);
    /** @type {Record<string, any>} */
    const after = {
      boundaries: boundariesOf(item, study, coding, told.boundaries ?? []),
      comment: String(told.comment ?? ""), unsure: told.unsure === true, done: typeof told.done === "string" ? told.done : null,
      seconds,
    };
    return Object.keys(after)
      .filter((key) => JSON.stringify(after[key]) !== JSON.stringify(/** @type {any} */ (before)[key]))
      .map((key) => ({ part: item.name, key, before: /** @type {any} */ (before)[key], after: after[key] }));
  });
}

/** Where a coding has boundaries, and their types or the labels of their segments. @param {any} coding @param {boolean} labelled @returns {{ positions: number[], types: any[] }} */
function placesOf(coding, labelled) {
  if (!Array.isArray(coding)) return { positions: coding.positions, types: coding.types ?? [] };
  const masses = labelled ? coding.map(([mass]) => mass) : coding;
  const ends = masses.map(((sum) => (/** @type {number} */ mass) => (sum += mass))(0)).slice(0, -1);
  return labelled ? { positions: [0, ...ends], types: coding.map(([, label]) => label ?? "") } : { positions: ends, types: [] };
}

/** @param {Item} item @param {Work["study"]} study @param {any} coding @param {any[]} notes */
function boundariesOf(item, study, coding, notes) {
  const labelled = study.labels.length > 0;
  const { positions, types } = placesOf(coding, labelled);
  const byPosition = new Map(notes.map((note) => [note.position, note]));
  /** @type {Record<string, import("./work.js").Boundary>} */
  const made = {};
  positions.forEach((position, index) => {
    const names = labelled ? study.labels : study.types;
    const type = names.length ? names.indexOf(types[index]) : 0;
    if (!isPlace(position, item.length, labelled) || (type < 0 && !(labelled && types[index] === ""))) {
      throw new Refused(`It has a boundary in ${item.name} that cannot be: ${position}.`);
    }
    if (position === 0 && type < 0) return;
    const note = byPosition.get(position);
    made[position] = { type, comment: String(note?.comment ?? ""), unsure: note?.unsure === true };
  });
  return made;
}
