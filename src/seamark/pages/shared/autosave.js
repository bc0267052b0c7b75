// Work that is kept in the browser as it is made: one record per part of the work, with a number that grows with every
// change. Before a change the record is read again, so that what another tab wrote meanwhile is built upon, never lost.

/**
 * @template Part
 * @typedef {{ revision: number, value: Part }} Kept
 */

/** @template Part */
export class Autosave {
  /**
   * @param {string} prefix  what all keys of this work begin with: the fingerprint of the study, and who works on it
   * @param {(name: string) => Part} empty  a part as it is before anything was done
   * @param {(name: string, value: any) => boolean} sound  whether what is stored can be a part; other pages can write there too
   * @param {{ changed: (name: string) => void, failed: (reason: string) => void, kept: () => void }} told
   *   `changed` when another tab changed a part, `failed` when the browser did not keep something, `kept` when it did
   */
  constructor(prefix, empty, sound, told) {
    this.prefix = prefix;
    this.empty = empty;
    this.sound = sound;
    this.told = told;
    /** @type {Map<string, Kept<Part>>} */
    this.known = new Map();
    /** Parts that stand in this tab only. @type {Set<string>} */
    this.unkept = new Set();
    window.addEventListener("storage", (event) => {
      if (event.key !== null && event.key.startsWith(this.prefix)) {
        const name = event.key.slice(this.prefix.length);
        if (this.refresh(name)) told.changed(name);
      }
    });
  }

  /** Take what is stored if it is newer; whether it was. @param {string} name @returns {boolean} */
  refresh(name) {
    const stored = this.#stored(name);
    if (stored === null || stored.revision <= (this.known.get(name)?.revision ?? 0)) return false;
    this.known.set(name, stored);
    return true;
  }

  /** A part as it is now. @param {string} name @returns {Part} */
  get(name) {
    if (!this.known.has(name)) this.refresh(name);
    return this.known.get(name)?.value ?? this.empty(name);
  }

  /** Change a part: `change` gets a copy of its newest version. @param {string} name @param {(part: Part) => void} change */
  update(name, change) {
    this.refresh(name);
    const value = structuredClone(this.get(name));
    change(value);
    const next = { revision: (this.known.get(name)?.revision ?? 0) + 1, value };
    this.known.set(name, next);
    this.unkept.add(name);
    this.keep();
  }

  /** Store what stands in this tab only, also what could not be stored before; the newest first. */
  keep() {
    try {
      for (const name of [...this.unkept].reverse()) {
        localStorage.setItem(this.prefix + name, JSON.stringify(this.known.get(name)));
        this.unkept.delete(name);
      }
      this.told.kept();
    } catch (error) {
      const full = error instanceof DOMException && error.name === "QuotaExceededError";
      this.told.failed(full ? "the storage of this browser is full" : "this browser does not allow pages to store anything");
    }
  }

  /** @param {string} name @returns {Kept<Part> | null} */
  #stored(name) {
    try {
      const text = localStorage.getItem(this.prefix + name);
      const found = text === null ? null : JSON.parse(text);
      if (!Number.isSafeInteger(found?.revision) || typeof found.value !== "object") return null;
      // What an older version of the page did not know yet is as in an empty part.
      const value = { ...this.empty(name), ...found.value };
      return this.sound(name, value) ? { revision: found.revision, value } : null;
    } catch {
      return null;
    }
  }
}
