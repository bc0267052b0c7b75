// Undo and redo: steps of changes, each with the value before and after.

/**
 * @typedef {{ part: string, key: string, before: any, after: any }} Change  of one value within a part of the work
 * @typedef {{ title: string, changes: Change[] }} Step
 */

export class History {
  /** @param {(change: Change, value: any) => void} apply  sets a value */
  constructor(apply) {
    this.apply = apply;
    /** @type {Step[]} */
    this.done = [];
    /** @type {Step[]} */
    this.undone = [];
  }

  /** @param {string} title @param {Change[]} changes */
  make(title, changes) {
    for (const change of changes) this.apply(change, change.after);
    // Letters typed one after the other into one field are one step.
    const last = this.done.at(-1);
    const goesOn = title.startsWith("comment") && last?.title === title && changes.length === 1 && last.changes.length === 1;
    if (last && goesOn && last.changes[0].part === changes[0].part && last.changes[0].key === changes[0].key) {
      last.changes[0].after = changes[0].after;
    } else {
      this.done.push({ title, changes });
    }
    this.undone.length = 0;
  }

  /** @returns {Step | undefined} */
  undo() {
    const step = this.done.pop();
    if (step) {
      for (const change of [...step.changes].reverse()) this.apply(change, change.before);
      this.undone.push(step);
    }
    return step;
  }

  /** @returns {Step | undefined} */
  redo() {
    const step = this.undone.pop();
    if (step) {
      for (const change of step.changes) this.apply(change, change.after);
      this.done.push(step);
    }
    return step;
  }
}
