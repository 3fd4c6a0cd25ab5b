// Meters on a page. The value comes with the page, or with the stream of its house; this script only counts the figure up
// to it. With reduced motion the figure is shown at once, without a celebration.

import { findAll, findFirst } from "./dom.js";

const COUNT = 400;
const CELEBRATE = "pitboss-celebrate";
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** What each meter shows, in cents. @type {Map<string, number>} */
const shown = new Map();
/** The newest version known of each meter: a page that was made before the stream's last message is older. */
/** @type {Map<string, { cents: number, version: number }>} */
const newest = new Map();
/** The awards that a page has shown. @type {Set<string>} */
const known = new Set();

/** @param {number} cents */
function dollars(cents) {
  const [whole, rest] = [Math.floor(cents / 100), Math.floor(cents) % 100];
  return `$${whole.toLocaleString("en-AU")}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** @param {HTMLElement} each */
function count(each) {
  const name = each.dataset.meter ?? "";
  const target = newest.get(name)?.cents ?? 0;
  const from = shown.get(name) ?? target;
  if (still.matches || target <= from) {
    shown.set(name, target);
    each.textContent = dollars(target);
    return;
  }
  const start = performance.now();
  /** @param {number} now */
  const step = (now) => {
    if (!each.isConnected || newest.get(name)?.cents !== target) return; // a newer value counts from here
    const part = Math.min(1, (now - start) / COUNT);
    const cents = part === 1 ? target : Math.floor(from + (target - from) * part);
    shown.set(name, cents);
    each.textContent = dollars(cents);
    if (part < 1) requestAnimationFrame(step);
  };
  step(start);
}

/** @param {string} name @param {number} cents @param {number} version */
function learn(name, cents, version) {
  if (version >= (newest.get(name)?.version ?? 0)) newest.set(name, { cents, version });
}

function settle() {
  for (const each of findAll(document, "[data-meter]", HTMLElement)) {
    const name = each.dataset.meter ?? "";
    learn(name, Number(each.dataset.cents), Number(each.dataset.version));
    const at = String(newest.get(name)?.cents);
    if (each.dataset.at === at) continue;
    each.dataset.at = at;
    count(each);
  }
}

/** @param {boolean} first */
function celebrate(first) {
  for (const each of findAll(document, "[data-won]", HTMLElement)) {
    const award = each.dataset.won ?? "";
    const isNew = !known.has(award) && !first;
    known.add(award);
    if (isNew && !still.matches && localStorage.getItem(CELEBRATE) !== "off") each.classList.add("is-celebrating");
  }
}

const button = findFirst(document, "#celebrate", HTMLButtonElement);
if (button) {
  const tell = () => button.setAttribute("aria-pressed", String(localStorage.getItem(CELEBRATE) !== "off"));
  button.addEventListener("click", () => {
    const off = localStorage.getItem(CELEBRATE) !== "off";
    localStorage.setItem(CELEBRATE, off ? "off" : "on");
    if (off) findAll(document, ".is-celebrating", HTMLElement).forEach((each) => each.classList.remove("is-celebrating"));
    tell();
  });
  tell();
}

// A table's page follows its table; the meter has a stream of its own, opened where a page shows one.
/** @type {EventSource | null} */
let stream = null;
function follow() {
  const feed = findFirst(document, "[data-meters]", HTMLElement)?.dataset.meters;
  if (!feed || stream) return;
  stream = new EventSource(feed);
  stream.addEventListener("table", (event) => {
    /** @type {Record<string, [cents: number, version: number, news: string]>} */
    const values = JSON.parse(event.data);
    for (const [name, [cents, version]] of Object.entries(values)) learn(name, cents, version);
    settle();
    for (const each of findAll(document, "[data-linked]", HTMLElement)) {
      const news = values[each.dataset.linked ?? ""]?.[2] ?? each.dataset.news;
      if (news === each.dataset.news) continue;
      each.dataset.news = news; // asked for once: the part of the page that comes says what it knows
      findFirst(document, "#live", HTMLElement)?.dispatchEvent(new Event("stale"));
    }
  });
  stream.addEventListener("signed-out", () => stream?.close());
}

document.documentElement.classList.add("has-js");
settle();
celebrate(true);
follow();
new MutationObserver(() => { settle(); celebrate(false); follow(); }).observe(document.body, { childList: true, subtree: true });
