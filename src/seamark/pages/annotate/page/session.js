// What pages of texts and of recordings share: who works, how long, and where the work is kept, saved and loaded.
import { announce, byId, tell } from "../../shared/page.js";
import { download, fileName, notLoaded } from "../../shared/files.js";
import { changesFrom, fileOf } from "./study_file.js";
import { Work } from "./work.js";

// After so long without a key or a pointer nobody is taken to be at work.
const PAUSE = 60;

/**
 * @typedef {object} View  what a session has to know of the page
 * @property {string} things  what is marked as done, in the plural
 * @property {() => string} item  the name of the item that is worked on
 * @property {() => [number, number]} unfinished  how many things are not done, and of how many
 * @property {() => boolean} listening  whether a recording plays, which is work without a key
 * @property {() => void} redraw  show everything anew
 * @property {() => void} refresh  show what a change changes
 */

/** Begin with the name that the page was made for, or that somebody types. @param {import("./work.js").Study} study @param {(coder: string) => void} begin */
export function askWho(study, begin) {
  if (study.coder !== null) return begin(study.coder);
  const key = `seamark-coder:${study.fingerprint}`;
  byId("who").hidden = false;
  try {
    byId("name").value = localStorage.getItem(key) ?? "";
  } catch {
    // Nothing is remembered; the page says so when work begins.
  }
  byId("who").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = byId("name").value.trim();
    if (!name) return;
    try {
      localStorage.setItem(key, name);
    } catch {
      // As above.
    }
    begin(name);
  });
  return byId("name").focus();
}

export class Session {
  /** @param {import("./work.js").Study} study @param {string} coder @param {View} view */
  constructor(study, coder, view) {
    this.study = study;
    this.coder = coder;
    this.view = view;
    this.keptAt = "";
    this.active = performance.now();
    this.spent = 0;
    this.work = new Work(study, coder, {
      changed: (name) => {
        announce(`${name} was changed in another tab`);
        view.redraw();
      },
      failed: (reason) => tell(`Your work is not kept when this page is closed: ${reason}. Save it as a file, and often.`),
      kept: () => {
        this.keptAt = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
        tell("");
      },
    });
    byId("who").hidden = true;
    byId("desk").hidden = false;
    byId("coder").textContent = coder;
    for (const kind of ["keydown", "pointerdown", "pointermove", "wheel"]) document.addEventListener(kind, () => this.#noteTime(), { passive: true });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.countTime();
      else this.active = performance.now();
    });
    window.addEventListener("beforeunload", (event) => {
      this.countTime();
      this.work.kept.keep();
      if (this.work.atRisk) event.preventDefault();
    });
    byId("file").addEventListener("change", () => this.#load());
  }

  // ---------------------------------------------------------------------------------------------------------- time

  #noteTime() {
    const now = performance.now();
    const seconds = (now - this.active) / 1000;
    if (seconds < PAUSE || this.view.listening()) this.spent += seconds;
    this.active = now;
  }

  /** Add the time since the last call to the item that is worked on. */
  countTime() {
    this.#noteTime();
    this.work.addTime(this.view.item(), this.spent);
    this.spent = 0;
  }

  // --------------------------------------------------------------------------------------------------------- files

  save() {
    this.countTime();
    download(`${fileName(this.study.study, this.coder)}.json`, fileOf(this.work), "application/json");
    this.work.unsaved = false;
    const [begun, all] = this.view.unfinished();
    this.view.refresh();
    this.say(begun ? `Saved. ${this.view.things} that are not marked as done do not count yet: ${begun} of ${all}.` : `Saved: all ${this.view.things} are done.`);
  }

  async #load() {
    const [file] = byId("file").files;
    byId("file").value = "";
    if (!file) return;
    try {
      const changes = changesFrom(this.work, await file.text());
      tell("");
      if (changes.length) this.work.changeAll(`load ${file.name}`, changes);
      this.work.unsaved = false;
      this.view.redraw();
      this.say(`Loaded ${file.name}. Undo gives back what was here before.`);
    } catch (error) {
      tell(notLoaded(file.name, error));
    }
  }

  /** @param {"undo" | "redo"} which */
  goBack(which) {
    const step = this.work.history[which]();
    if (!step) return announce(`There is nothing to ${which}`);
    this.work.unsaved = true;
    this.view.redraw();
    return announce(`${which === "undo" ? "Undone" : "Done again"}: ${step.title}`);
  }

  // ------------------------------------------------------------------------------------------------------- showing

  /** @param {string} text */
  say(text) {
    byId("status").textContent = text;
    announce(text);
  }

  /** Where the work stands, and what can be undone. */
  showState() {
    const waiting = this.work.unsaved ? "; not yet in a file" : "";
    byId("status").textContent = this.work.kept.unkept.size ? "not saved: use Save file" : this.keptAt ? `saved ${this.keptAt}${waiting}` : "";
    byId("undo").disabled = !this.work.history.done.length;
    byId("redo").disabled = !this.work.history.undone.length;
  }
}

/** Fill a field; writing the same text again would move the caret. @param {string} id @param {string} text */
export function fill(id, text) {
  if (byId(id).value !== text) byId(id).value = text;
}

/** What buttons do; a menu that is open closes. @param {Record<string, () => void>} clicks */
export function onClicks(clicks) {
  for (const [id, run] of Object.entries(clicks)) {
    byId(id)?.addEventListener("click", () => {
      byId("menu").open = false;
      run();
    });
  }
}
