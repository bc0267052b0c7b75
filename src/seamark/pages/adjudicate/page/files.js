// What Save downloads, the gold as Seamark JSON and a table of the decisions; and what Load takes back.
import { Refused, takenFrom } from "../../shared/files.js";
import { decidedCount, decisions, goldOf, isDecided, missingIn, placesOf, queue, study } from "./study.js";

/** @param {number[]} coders */
const coderNames = (coders) => coders.map((coder) => study.coders[coder]);

/** What the decisions of a person say, in the order of the queue; those that only have a note are among them. */
function decisionRows() {
  return queue.flatMap((dispute, index) => {
    const decision = decisions.get(index);
    if (!decision) return [];
    const placed = placesOf(dispute);
    const places = placed.map((entry) => entry.place[0]);
    const accepted = placed.find((entry) => entry.place.join() === decision.place?.join());
    return [
      {
        question: index + 1,
        item: study.items[dispute.item].name,
        first: Math.min(...places),
        last: Math.max(...places),
        decided: isDecided(index),
        chosen: decision.chosen,
        position: decision.place ? decision.place[0] : null,
        type: decision.place ? study.labels[decision.place[1]] : null,
        end: decision.place?.[2] ?? null,
        same_as: coderNames(accepted?.coders ?? []),
        consensus: dispute.consensus ? dispute.consensus[0] : null,
        placed_by: Object.fromEntries(Object.entries(dispute.placed).map(([coder, place]) => [study.coders[Number(coder)], place[0]])),
        not_placed_by: coderNames(missingIn(dispute)),
        note: decision.note,
        decided_by: decision.by,
        decided_at: new Date(decision.at).toISOString(),
      },
    ];
  });
}

/** The gold of an item as Seamark JSON has it. @param {import("./study.js").Place[]} gold @param {number} mass */
function codingOf(gold, mass) {
  const label = (/** @type {number} */ type) => study.labels[type] || null;
  if (study.kind === "spans") return gold.map(([start, type, end]) => [start, end, study.labels[type]]);
  if (study.kind === "labels") {
    // One segment begins at a place; the first of two that were chosen there.
    const starts = new Map([...gold].reverse().map(([position, type]) => [position, type]));
    const positions = [...new Set([0, ...starts.keys()])].sort((one, other) => one - other);
    return positions.map((position, index) => [(positions[index + 1] ?? mass) - position, label(starts.get(position) ?? -1)]);
  }
  // A single type that is 1 is what a coding has without types.
  const typed = study.labels.length > 1 || (study.labels.length === 1 && study.labels[0] !== 1);
  return { positions: gold.map(([position]) => position), ...(typed ? { types: gold.map(([, type]) => study.labels[type]) } : {}) };
}

/** @param {string} decider */
export function goldFile(decider) {
  const items = study.items.map((item, index) => ({ item: item.name, mass: item.mass, ...(item.texts ? { texts: item.texts } : {}), codings: { gold: codingOf(goldOf(index), item.mass) } }));
  const adjudication = {
    study: study.fingerprint,
    start: study.start,
    decided_by: decider,
    asked: queue.length,
    decided: decidedCount(),
    decisions: decisionRows(),
  };
  const header = study.kind !== "boundaries" ? { model: study.kind } : study.labels.length > 1 ? { types: study.labels } : {};
  return `${JSON.stringify({ format: "seamark", version: 1, ...header, metadata: { adjudication }, items }, null, 1)}\n`;
}

/** A cell that a spreadsheet would compute gets an apostrophe, as in the tables of the command line. */
const FORMULA = /^(?:[=@\t\r]|[+-](?![0-9]+([.][0-9]+)?$))/;

/** @param {unknown} value */
function cell(value) {
  const given = value === null ? "" : typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
  const text = FORMULA.test(given) ? `'${given}` : given;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const COLUMNS = ["question", "item", "first", "last", "decided", "chosen", "position", "type", "end", "same_as", "consensus", "placed_by", "not_placed_by", "note", "decided_by", "decided_at"];

export function decisionsFile() {
  const rows = decisionRows().map((row) => [
    ...Object.values({
      ...row,
      same_as: row.same_as.join(", "),
      placed_by: Object.entries(row.placed_by).map(([coder, position]) => `${coder} ${position}`).join(", "),
      not_placed_by: row.not_placed_by.join(", "),
    }),
  ]);
  return [COLUMNS, ...rows].map((row) => `${row.map(cell).join(",")}\n`).join("");
}

/**
 * The decisions of a saved gold.json, by place in the queue; `Refused` says why it cannot be taken.
 * @param {string} text
 * @returns {Map<number, import("./study.js").Decision>}
 */
export function decisionsFrom(text) {
  return takenFrom(text, (file) => {
    const adjudication = file?.format === "seamark" ? file.metadata?.adjudication : null;
    if (!Array.isArray(adjudication?.decisions)) throw new Refused("It is no gold.json that an adjudication page saved.");
    if (adjudication.study !== study.fingerprint) throw new Refused("It belongs to other codings, or to a page made with other options.");
    return new Map(adjudication.decisions.map((/** @type {any} */ row) => {
      const index = Number(row?.question) - 1;
      const dispute = queue[index];
      if (!dispute) throw new Refused(`It has a question that this page does not ask: ${row?.question}.`);
      const { chosen } = row;
      const place = chosen === "place" ? placesOf(dispute).find((entry) => entry.place[0] === row.position && study.labels[entry.place[1]] === row.type && (entry.place[2] ?? null) === (row.end ?? null))?.place : chosen === "consensus" ? dispute.consensus : null;
      if (place === undefined || ![null, "none", "consensus", "place"].includes(chosen)) throw new Refused(`It has an answer to question ${row.question} that cannot be.`);
      return [index, { chosen, place, note: String(row.note ?? ""), by: String(row.decided_by ?? ""), at: Date.parse(row.decided_at) || 0 }];
    }));
  });
}
