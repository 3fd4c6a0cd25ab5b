// One key each, while no field has the focus: 1 to 9 put a chip on the spot that is marked; every other key presses the
// button that shows it.

import { keyChip } from "./chips.js";
import { comesFrom, findAll } from "./dom.js";

/** @param {HTMLElement} root */
export function listenToKeys(root) {
  document.addEventListener("keydown", (event) => {
    if (!root.querySelector(".rail") || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (comesFrom(event, "input:not([type=radio]), select, textarea")) return;
    const key = event.key.toUpperCase();
    const shown = findAll(root, "[aria-keyshortcuts]", HTMLButtonElement).find((each) => each.getAttribute("aria-keyshortcuts") === key && !each.disabled);
    if (shown?.dataset.chip) keyChip(Number(key) - 1);
    else shown?.click();
  });
}
