// What a coder has done: the state of every item, kept in the browser, with undo and redo.
import { Autosave } from "../../shared/autosave.js";
import { History } from "../../shared/history.js";

/**
 * @typedef {{ type: number, comment: string, unsure: boolean }} Boundary  its type is a number in the list of types; where segments have labels, the label of the segment after it, or -1
 * @typedef {{ boundaries: Record<string, Boundary>, comment: string, unsure: boolean, done: string | null, seconds: number }} ItemState
 * @typedef {{ name: string, checksum: string, length: number, units: string[], paragraphs: number[] | null, start: [number, number][] }} Item
 * @typedef {{ study: string, coder: string | null, types: (string | number)[], labels: (string | number)[], step: number | null, repeats: Record<string, string>, seed: number | null, fingerprint: string, order: number[], items: Item[] }} Study
 */

const BOUNDARY = "boundary ";

export class Work {
  /**
   * @param {Study} study @param {string} coder
   * @param {{ changed: (name: string) => void, failed: (reason: string) => void, kept: () => void }} told
   */
  constructor(study, coder, told) {
    this.study = study;
    this.coder = coder;
    const starts = new Map(study.items.map((item) => [item.name, item.start]));
    /** @type {(name: string) => ItemState} */
    const empty = (name) => ({
      boundaries: Object.fromEntries((starts.get(name) ?? []).map(([position, type]) => [position, { type, comment: "", unsure: false }])),
      comment: "", unsure: false, done: null, seconds: 0,
    });
    /** @type {Autosave<ItemState>} */
    this.kept = new Autosave(`seamark:${study.fingerprint}:${coder}:`, empty, (name, state) => isState(study, name, state), told);
    this.history = new History((change, value) => this.kept.update(change.part, (state) => set(state, change.key, value)));
    /** Whether anything was done since a file was saved. */
    this.unsaved = false;
  }

  /** @param {string} item @returns {ItemState} */
  of(item) {
    return this.kept.get(item);
  }

  /** @param {string} item @param {number} position @returns {Boundary | null} */
  boundary(item, position) {
    return this.of(item).boundaries[position] ?? null;
  }

  /** @param {string} item @param {number} position @param {Boundary | null} after @param {string} title */
  setBoundary(item, position, after, title) {
    this.change(title, item, BOUNDARY + position, after);
  }

  /** One step of undo. @param {string} item @param {number} from @param {number} to @param {string} title */
  moveBoundary(item, from, to, title) {
    this.kept.refresh(item);
    const found = this.boundary(item, from);
    this.changeAll(title, [
      { part: item, key: BOUNDARY + from, before: found, after: null },
      { part: item, key: BOUNDARY + to, before: this.boundary(item, to), after: found },
    ]);
  }

  /** @param {string} title @param {string} item @param {string} key @param {any} after */
  change(title, item, key, after) {
    // The newest version, so that undo gives back what another tab placed.
    this.kept.refresh(item);
    this.changeAll(title, [{ part: item, key, before: get(this.of(item), key), after }]);
  }

  /** @param {string} title @param {import("../../shared/history.js").Change[]} changes */
  changeAll(title, changes) {
    this.unsaved = true;
    this.history.make(title, changes);
  }

  /** @param {string} item @param {number} seconds  time spent, which undo does not take back */
  addTime(item, seconds) {
    if (seconds > 0) this.kept.update(item, (state) => { state.seconds += seconds; });
  }

  /** Whether closing the page would lose something. */
  get atRisk() {
    return this.unsaved && this.kept.unkept.size > 0;
  }
}

/** Whether a boundary can be at a place; the first segment begins at 0, where only its label stands. @param {number} position @param {number} length @param {boolean} labelled */
export const isPlace = (position, length, labelled) => Number.isInteger(position) && position >= (labelled ? 0 : 1) && position < length;

/** @param {unknown} seconds */
export const isTime = (seconds) => typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0;

/** Whether something can be the state of an item. @param {Study} study @param {string} name @param {any} state */
function isState(study, name, state) {
  const length = study.items.find((item) => item.name === name)?.length ?? 0;
  const labelled = study.labels.length > 0;
  const [fewest, most] = labelled ? [-1, study.labels.length] : [0, Math.max(1, study.types.length)];
  const isBoundary = (/** @type {[string, any]} */ [position, found]) =>
    isPlace(Number(position), length, labelled) && Number.isInteger(found?.type) && found.type >= fewest && found.type < most &&
    typeof found.comment === "string" && typeof found.unsure === "boolean";
  return (
    state.boundaries !== null && typeof state.boundaries === "object" && Object.entries(state.boundaries).every(isBoundary) &&
    typeof state.comment === "string" && typeof state.unsure === "boolean" && isTime(state.seconds) &&
    (state.done === null || typeof state.done === "string")
  );
}

/** @param {any} state @param {string} key */
function get(state, key) {
  return key.startsWith(BOUNDARY) ? (state.boundaries[key.slice(BOUNDARY.length)] ?? null) : state[key];
}

/** @param {any} state @param {string} key @param {any} value */
function set(state, key, value) {
  if (!key.startsWith(BOUNDARY)) state[key] = structuredClone(value);
  else if (value === null) delete state.boundaries[key.slice(BOUNDARY.length)];
  else state.boundaries[key.slice(BOUNDARY.length)] = { ...value };
}
