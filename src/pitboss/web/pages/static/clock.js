// Clocks on a page: how long a session lasts, and how long is left for a decision. The moments come with the page.

import { findAll, say } from "./dom.js";

/** @param {HTMLElement} root */
export function tick(root) {
  const now = Date.now();
  for (const each of findAll(root, "[data-since]", HTMLTimeElement)) {
    const minutes = Math.max(0, Math.floor((now - Date.parse(each.dateTime)) / 60000));
    each.textContent = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  }
  for (const each of findAll(root, "[data-deadline]", HTMLElement)) {
    const left = Math.max(0, Math.ceil((Date.parse(each.dataset.deadline ?? "") - now) / 1000));
    each.textContent = left ? `${left} s` : say("time is up");
    each.classList.toggle("is-short", left <= 5);
  }
}
