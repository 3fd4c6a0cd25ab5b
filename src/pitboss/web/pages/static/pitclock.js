// Clocks of the pit: signs count down to their change, alerts count up from the time they were raised. The page has the
// times; this script shows the difference by the server's clock.

import { findAll, findFirst, getPart, say } from "./dom.js";

const root = getPart("live");
let skew = 0;
let known = "";

function settle() {
  const at = findFirst(root, "[data-now]", HTMLElement)?.dataset.now;
  if (at && at !== known) {
    known = at;
    skew = Date.parse(at) - Date.now();
  }
}

/** @param {number} seconds */
function words(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  /** @param {number} n */
  const two = (n) => String(n).padStart(2, "0");
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

function tick() {
  settle();
  const now = Date.now() + skew;
  for (const each of findAll(root, "[data-due]", HTMLElement)) {
    const left = (Date.parse(each.dataset.due ?? "") - now) / 1000;
    each.textContent = left > 0 ? words(left) : say("due");
    each.classList.toggle("is-soon", left < 120);
  }
  for (const each of findAll(root, "[data-ago]", HTMLElement)) {
    const time = words((now - Date.parse(each.dataset.ago ?? "")) / 1000);
    each.textContent = say("{time} ago", { time });
  }
}

tick();
setInterval(tick, 1000);
root.addEventListener("patched", tick);
