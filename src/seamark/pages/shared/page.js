"use strict";
// What all pages share: making elements, telling screen readers, and tables that sort.
// Everything that comes from data reaches a page through textContent, so that no name can become markup.
const Page = (() => {
  const byId = (id) => document.getElementById(id);

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  function drawn(name, attributes, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function symbol(kind) {
    const made = drawn("svg", { class: `symbol ${kind}`, "aria-hidden": "true", focusable: "false" });
    made.append(drawn("use", { href: `#${kind}` }));
    return made;
  }

  function announce(text) {
    byId("announcement").textContent = text;
  }

  // ------------------------------------------------------------------------------------------------ sorting tables

  function sortKey(cell) {
    const given = cell.dataset.value;
    if (given === undefined) return cell.textContent.trim();
    const number = Number(given);
    return Number.isNaN(number) ? null : number;
  }

  function sortBy(table, header, column) {
    const ascending = header.getAttribute("aria-sort") !== "ascending";
    const rows = [...table.tBodies[0].rows].map((row) => ({ row, key: sortKey(row.cells[column]) }));
    rows.sort((one, other) => {
      // What has no value stays at the end, whichever way the others go.
      if (one.key === null || other.key === null) return (one.key === null) - (other.key === null);
      const order = typeof one.key === "number" ? one.key - other.key : one.key.localeCompare(other.key, undefined, { numeric: true });
      return ascending ? order : -order;
    });
    for (const head of table.tHead.rows[0].cells) head.setAttribute("aria-sort", "none");
    header.setAttribute("aria-sort", ascending ? "ascending" : "descending");
    table.tBodies[0].append(...rows.map((entry) => entry.row));
    announce(`${table.caption.textContent}: sorted by ${header.textContent.trim()}, ${ascending ? "ascending" : "descending"}`);
  }

  for (const table of document.querySelectorAll("table.sortable")) {
    [...table.tHead.rows[0].cells].forEach((header, column) => {
      header.querySelector("button").addEventListener("click", () => sortBy(table, header, column));
    });
  }

  return { byId, element, drawn, symbol, announce };
})();
