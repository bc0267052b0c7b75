// What all pages share: making elements, telling screen readers, and tables that sort.
// Everything that comes from data reaches a page through textContent, so that no name can become markup.
// The kind of an element is known to code that asks for it by its id.
/** @type {(id: string) => any} */
export const byId = (id) => document.getElementById(id);

/** @param {string} name @param {Record<string, string> | null} attributes @param {...(Node | string)} children */
export function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
export function drawn(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

/** @param {string} kind */
export function symbol(kind) {
  const made = drawn("svg", { class: `symbol ${kind}`, "aria-hidden": "true", focusable: "false" });
  made.append(drawn("use", { href: `#${kind}` }));
  return made;
}

/** Names one after the other, each in its own direction of writing. @param {string[]} names @returns {(Node | string)[]} */
export const listed = (names) => names.flatMap((name, index) => [index ? ", " : "", element("bdi", null, name)]);

/** @param {string} text */
export function announce(text) {
  byId("announcement").textContent = text;
}

/** Say what is wrong above everything else, or nothing. @param {string} text */
export function tell(text) {
  // The same text again would be read out again.
  if (byId("trouble").textContent === text) return;
  byId("trouble").textContent = text;
  byId("trouble").hidden = !text;
}

/** Open a dialog at its beginning. @param {string} id */
export function showDialog(id) {
  byId(id).showModal();
  byId(`${id}-title`).focus();
  byId(id).scrollTop = 0;
}

// ------------------------------------------------------------------------------------------------ sorting tables

/** @param {HTMLTableCellElement} cell @returns {any} */
function sortKey(cell) {
  const given = cell.dataset.value;
  if (given === undefined) return cell.textContent.trim();
  const number = Number(given);
  return Number.isNaN(number) ? null : number;
}

/** @param {any} table @param {HTMLTableCellElement} header @param {number} column */
function sortBy(table, header, column) {
  const ascending = header.getAttribute("aria-sort") !== "ascending";
  const rows = [...table.tBodies[0].rows].map((row) => ({ row, key: sortKey(row.cells[column]) }));
  rows.sort((one, other) => {
    // What has no value stays at the end, whichever way the others go.
    if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null);
    const order = typeof one.key === "number" ? one.key - other.key : one.key.localeCompare(other.key, undefined, { numeric: true });
    return ascending ? order : -order;
  });
  for (const head of table.tHead.rows[0].cells) head.setAttribute("aria-sort", "none");
  header.setAttribute("aria-sort", ascending ? "ascending" : "descending");
  table.tBodies[0].append(...rows.map((entry) => entry.row));
  announce(`${table.caption.textContent}: sorted by ${header.textContent.trim()}, ${ascending ? "ascending" : "descending"}`);
}

for (const table of /** @type {NodeListOf<any>} */ (document.querySelectorAll("table.sortable"))) {
  [...table.tHead.rows[0].cells].forEach((header, column) => {
    header.querySelector("button").addEventListener("click", () => sortBy(table, header, column));
  });
}
