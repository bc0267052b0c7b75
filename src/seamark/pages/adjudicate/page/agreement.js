// How far the gold agrees with each coder, counted again for the items that changed.
import { byId, element } from "../../shared/page.js";
import { boundarySimilarity, editsBetween, similarity } from "./similarity.js";
import { goldOf, study } from "./study.js";

/** @typedef {{ s: number, b: number }} Scores */

/** By coder, for each item. @type {Map<number, Scores>[]} */
const scores = study.items.map(() => new Map());

/** @param {number} index */
export function countItem(index) {
  const item = study.items[index];
  const gold = goldOf(index).map(([position]) => position);
  for (const [coder, places] of Object.entries(item.codings)) {
    const edits = editsBetween(gold, places.map(([position]) => position));
    scores[index].set(Number(coder), { s: similarity(edits, item.mass), b: boundarySimilarity(edits) });
  }
}

/** The mean over the items of a coder, as that of seamark score. @param {number} coder @returns {Scores} */
function mean(coder) {
  const found = scores.flatMap((ofItem) => ofItem.get(coder) ?? []);
  const sum = found.reduce((total, one) => ({ s: total.s + one.s, b: total.b + one.b }), { s: 0, b: 0 });
  return { s: sum.s / found.length, b: sum.b / found.length };
}

/** @param {number} index  the item whose own values are shown */
export function showAgreement(index) {
  const table = byId("agreement-table");
  if (!table) return; // several types of boundaries
  const rows = study.coders.map((name, coder) => {
    const [here, all] = [scores[index].get(coder), mean(coder)];
    const cells = [here?.s, here?.b, all.s, all.b].map((value) => element("td", { class: "number" }, value === undefined ? "–" : value.toFixed(4)));
    return element("tr", null, element("th", { scope: "row" }, element("span", { dir: "auto" }, name)), ...cells);
  });
  table.tBodies[0].replaceChildren(...rows);
}
