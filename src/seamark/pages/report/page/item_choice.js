// The choice of an item in the explorer: a list, buttons for the one before and the one after, and links from tables;
// and the width of the items in the heat map.
import { byId, element } from "../../shared/page.js";

const stretch = byId("stretch");
if (stretch) stretch.addEventListener("change", () => byId("heat-rows").classList.toggle("stretched", stretch.checked));

export const chooseItem = byId("choose-item");

/** @param {string} value @param {string} text */
export function option(value, text) {
  const made = element("option", { value });
  made.textContent = text;
  return made;
}

/**
 * Show the first item, and another one whenever somebody chooses it.
 * @param {{ name: string }[]} items
 * @param {number} first
 * @param {() => void} offerCoders what can be chosen with the item
 * @param {(aloud: boolean) => void} show draws what is chosen
 */
export function explore(items, first, offerCoders, show) {
  /** @param {boolean} aloud */
  const draw = (aloud) => {
    byId("previous-item").disabled = chooseItem.selectedIndex <= 0;
    byId("next-item").disabled = chooseItem.selectedIndex >= items.length - 1;
    show(aloud);
  };
  /** @param {number} index @param {boolean} [aloud] */
  const goTo = (index, aloud = true) => {
    chooseItem.value = String(index);
    offerCoders();
    draw(aloud);
  };
  chooseItem.replaceChildren(...items.map((item, index) => option(String(index), item.name)));
  byId("choices").hidden = false;
  byId("explored").hidden = false;
  goTo(first, false);
  chooseItem.addEventListener("change", () => goTo(Number(chooseItem.value)));
  byId("choices").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  byId("previous-item").addEventListener("click", () => goTo(chooseItem.selectedIndex - 1));
  byId("next-item").addEventListener("click", () => goTo(chooseItem.selectedIndex + 1));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button.explore"))) {
    button.addEventListener("click", () => {
      goTo(Number(button.dataset.item));
      byId("explorer").scrollIntoView();
      byId("explorer-title").focus({ preventScroll: true });
    });
  }
  let width = byId("lanes").clientWidth;
  new ResizeObserver(() => {
    if (byId("lanes").clientWidth !== width) {
      width = byId("lanes").clientWidth;
      show(false);
    }
  }).observe(byId("lanes"));
}
