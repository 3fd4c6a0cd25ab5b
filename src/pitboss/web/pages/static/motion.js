// What is new on a felt comes in one after the other: cards in the order of the deal, chips, then results in the order
// in which they were decided. With less motion preferred, everything comes at once.

import { findAll } from "./dom.js";

/** @typedef {"card" | "stake" | "settled"} Name */
/** @typedef {Record<Name, Set<string | undefined>>} Marks */

const STEP = 110;
const MOST = 2200;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {HTMLElement} root @param {Name} name */
const marks = (root, name) => new Set(findAll(root, `[data-${name}]`, HTMLElement).map((each) => mark(each, name)));

/** @param {HTMLElement} each @param {Name} name */
function mark(each, name) {
  const stake = each.closest("[data-stake]");
  return name === "settled" ? `${stake?.getAttribute("data-stake")}/${each.dataset.settled}` : each.dataset[name];
}

/** @param {HTMLElement} root @returns {Marks | null} */
export function before(root) {
  return still.matches ? null : { card: marks(root, "card"), stake: marks(root, "stake"), settled: marks(root, "settled") };
}

/** @param {HTMLElement[]} found @param {string} kind @param {number} from */
function bring(found, kind, from) {
  const step = Math.min(STEP, MOST / Math.max(1, found.length));
  found.forEach((each, place) => {
    each.style.animationDelay = `${from + place * step}ms`;
    each.classList.add(kind);
  });
  return from + found.length * step;
}

// A card is marked hand.place: the first place of all hands comes first.
/** @param {HTMLElement} card @returns {[hand: number, place: number]} */
function placeOf(card) {
  const [hand, place] = (card.dataset.card ?? "").split(".").map(Number);
  return [hand ?? 0, place ?? 0];
}

/** @param {HTMLElement} one @param {HTMLElement} other */
function dealtOrder(one, other) {
  const [a, b] = [placeOf(one), placeOf(other)];
  return a[1] - b[1] || a[0] - b[0];
}

/** @param {HTMLElement} root @param {Marks | null} known */
export function after(root, known) {
  if (!known) return;
  /** @param {Name} name */
  const fresh = (name) => findAll(root, `[data-${name}]`, HTMLElement).filter((each) => !known[name].has(mark(each, name)));
  const packets = root.querySelector(".device.is-shuffler");
  const cards = fresh("card");
  if (!packets) cards.sort(dealtOrder);
  let at = bring(fresh("stake"), "is-laid-new", 0);
  at = bring(cards, "is-new", at);
  const results = fresh("settled").sort((a, b) => Number(a.dataset.settled) - Number(b.dataset.settled));
  bring(results, "is-paid", at);
}
