// The first steps of somebody who opens a page for the first time: each waits until its act is done, any can be skipped,
// and a browser that has seen them does not show them again.
import { byId } from "./page.js";

/** @typedef {{ words: string, act: string | null }} Step  the act that it waits for; the last step waits for its button */

export class FirstSteps {
  /** @param {string} name  of the page, for what the browser remembers @param {Step[]} steps @param {() => void} ended */
  constructor(name, steps, ended) {
    this.key = `seamark-first-steps:${name}`;
    this.steps = steps;
    this.ended = ended;
    this.at = -1;
    byId("guide-skip").addEventListener("click", () => this.#end());
    byId("guide-next").addEventListener("click", () => this.#end());
  }

  /** Begin, unless this browser has seen the steps. @returns {boolean} whether they are shown */
  beginOnce() {
    try {
      if (localStorage.getItem(this.key) !== null) return false;
    } catch {
      // Nothing is remembered: the steps are shown every time.
    }
    this.begin();
    return true;
  }

  begin() {
    this.at = 0;
    this.#show();
  }

  /** An act was done; the step that waits for it is over. @param {string} act */
  did(act) {
    if (this.at < 0 || this.steps[this.at].act !== act) return;
    this.at += 1;
    this.#show();
  }

  #show() {
    const step = this.steps[this.at];
    const isLast = step.act === null;
    byId("guide").hidden = false;
    byId("guide-step").textContent = `${this.at + 1} of ${this.steps.length}`;
    byId("guide-words").textContent = step.words;
    byId("guide-next").hidden = !isLast;
    byId("guide-skip").hidden = isLast;
  }

  #end() {
    this.at = -1;
    byId("guide").hidden = true;
    try {
      localStorage.setItem(this.key, "seen");
    } catch {
      // As above.
    }
    this.ended();
  }
}
