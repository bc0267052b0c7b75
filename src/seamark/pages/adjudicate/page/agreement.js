// How far the gold agrees with each coder, counted again for the items that changed.
import { byId, element } from "../../shared/page.js";
import { boundarySimilarity, editsBetween, PRICES_OF_S, pricesOfB, similarity } from "./similarity.js";
import { goldOf, namesOf, study } from "./study.js";

/** @typedef {{ s: number, b: number | null }} Scores */

/** @type {import("./study.js").Place[][]} */
const golds = study.items.map(() => []);
/** By coder, for each item; without what has to be counted again. @type {Map<number, Scores>[]} */
const scores = study.items.map(() => new Map());
/** The types that occurred when the scores of a coder were counted. @type {Map<number, string>} */
const countedWith = new Map();
// Names of types say nothing about how far apart they are, which B would need.
const values = study.labels.every((label) => typeof label === "number") ? study.labels.map(Number) : null;

/** @param {number} index */
export function countItem(index) {
  golds[index] = goldOf(index);
  scores[index].clear();
}

/** Count what is not counted yet; all, when other types occur than before. @param {number} coder */
function countCoder(coder) {
  const coded = study.items.flatMap((item, index) => (coder in item.codings ? [{ item, index, places: item.codings[coder] }] : []));
  const present = [...new Set(coded.flatMap(({ index, places }) => [...places, ...golds[index]].map(([, type]) => type)))].sort();
  if (countedWith.get(coder) !== present.join()) for (const { index } of coded) scores[index].delete(coder);
  countedWith.set(coder, present.join());
  const prices = values || present.length < 2 ? pricesOfB(values ?? [], present) : null;
  for (const { item, index, places } of coded) {
    if (scores[index].has(coder)) continue;
    const s = similarity(editsBetween(golds[index], places, PRICES_OF_S), item.mass, present.length);
    scores[index].set(coder, { s, b: prices && boundarySimilarity(editsBetween(golds[index], places, prices)) });
  }
}

/** The mean over the items of a coder, as that of seamark score. @param {number} coder @returns {Scores} */
function mean(coder) {
  const found = scores.flatMap((ofItem) => ofItem.get(coder) ?? []);
  const average = (/** @type {number[]} */ numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const ofB = found.flatMap(({ b }) => b ?? []);
  return { s: average(found.map((one) => one.s)), b: ofB.length === found.length ? average(ofB) : null };
}

/** @param {number} index  the item whose own values are shown */
export function showAgreement(index) {
  if (study.kind !== "boundaries") return;
  const rows = study.coders.map((_, coder) => {
    countCoder(coder);
    const [here, all] = [scores[index].get(coder), mean(coder)];
    const cells = [here?.s, here?.b, all.s, all.b].map((value) => element("td", { class: "number" }, value === undefined || value === null ? "–" : value.toFixed(4)));
    return element("tr", null, element("th", { scope: "row" }, element("span", { dir: "auto" }, namesOf([coder])[0])), ...cells);
  });
  byId("agreement-table").tBodies[0].replaceChildren(...rows);
}
