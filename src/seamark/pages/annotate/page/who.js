// Who annotates: the name that the page was made for, or that somebody types.
import { byId } from "../../shared/page.js";

/** @param {import("./work.js").Study} study @param {(coder: string) => void} begin */
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
