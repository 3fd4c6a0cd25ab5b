// A replay by arrow keys: left and right go a step, Home and End to the first and the last. Each is a link of the page.

import { findAll, getPart } from "./dom.js";

const live = getPart("live");
const said = getPart("said");
/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

/** @param {string} address @param {string} focus */
async function go(address, focus) {
  const answer = await fetch(address, { headers: { "X-Fragment": "1" } });
  if (!answer.ok || /\/(sign-in|unlock)\b/.test(answer.url)) { location.assign(address); return; }
  live.innerHTML = await answer.text();
  history.replaceState(null, "", address);
  document.getElementById(focus)?.focus({ preventScroll: true });
  said.textContent = findAll(live, "[data-told] > li > p", HTMLElement).map((p) => p.textContent.trim()).join(". ");
}

live.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-go]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.getAttribute("aria-disabled") !== "true") go(link.href, link.id || "next");
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target instanceof Element && event.target.closest("input, select, textarea, pre, .steps")) return;
  const link = document.getElementById(KEYS[event.key] ?? "");
  if (!link) return;
  event.preventDefault();
  link.click();
});
