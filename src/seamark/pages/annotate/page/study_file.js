// The file that a coder saves, in Seamark's JSON: codings of the items that are done, and beside them comments, times, and
// what has been begun.
import { Refused, takenFrom } from "../../shared/files.js";

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
    const types = positions.map((position) => study.types[state.boundaries[position].type]);
    if (state.done !== null) {
      const coding = study.types.length ? { positions, types } : massesOf(positions, item.units.length);
      items.push({ item: item.name, codings: Object.fromEntries([[coder, coding]]), mass: item.units.length, texts: item.units });
    }
    const notes = positions
      .map((position) => ({ position, comment: state.boundaries[position].comment, unsure: state.boundaries[position].unsure }))
      .filter((note) => note.comment || note.unsure);
    const draft = state.done === null && positions.length ? { draft: study.types.length ? { positions, types } : { positions } } : {};
    const told = { done: state.done, seconds: Math.round(10 * state.seconds) / 10, comment: state.comment, unsure: state.unsure, boundaries: notes, ...draft };
    worked.push([item.name, told]);
  }
  const checksums = Object.fromEntries(study.items.map((item) => [item.name, item.checksum]));
  const annotation = { study: study.study, fingerprint: study.fingerprint, checksums, items: Object.fromEntries(worked) };
  const annotations = Object.fromEntries([[coder, annotation]]);
  return `${JSON.stringify({ format: "seamark", version: 1, types: study.types, metadata: { annotations }, items }, null, 1)}\n`;
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
    const coding = codings.get(item.name) ?? told.draft ?? { positions: [] };
    const before = work.of(item.name);
    /** @type {Record<string, any>} */
    const after = {
      boundaries: boundariesOf(item, study.types, coding, told.boundaries ?? []),
      comment: String(told.comment ?? ""), unsure: told.unsure === true, done: typeof told.done === "string" ? told.done : null,
      seconds: Number.isFinite(told.seconds) && told.seconds > 0 ? told.seconds : 0,
    };
    return Object.keys(after)
      .filter((key) => JSON.stringify(after[key]) !== JSON.stringify(/** @type {any} */ (before)[key]))
      .map((key) => ({ part: item.name, key, before: /** @type {any} */ (before)[key], after: after[key] }));
  });
}

/** @param {Item} item @param {(string | number)[]} types @param {any} coding @param {any[]} notes */
function boundariesOf(item, types, coding, notes) {
  const positions = Array.isArray(coding) ? coding.slice(0, -1).map(((sum) => (/** @type {number} */ mass) => (sum += mass))(0)) : coding.positions;
  const byPosition = new Map(notes.map((note) => [note.position, note]));
  /** @type {Record<string, import("./work.js").Boundary>} */
  const made = {};
  positions.forEach((/** @type {number} */ position, /** @type {number} */ index) => {
    const type = types.length ? types.indexOf(coding.types?.[index]) : 0;
    if (!Number.isInteger(position) || position < 1 || position >= item.units.length || type < 0) {
      throw new Refused(`It has a boundary in ${item.name} that cannot be: ${position}.`);
    }
    const note = byPosition.get(position);
    made[position] = { type, comment: String(note?.comment ?? ""), unsure: note?.unsure === true };
  });
  return made;
}
