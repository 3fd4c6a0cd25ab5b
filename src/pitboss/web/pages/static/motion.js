// Animation of a felt. New things appear one after the other, and words after the things that they are about: chips, cards
// in the order of the deal, turned cards, results in the order of settlement with their chips, and the sum of the round.
// With reduced motion everything appears at once.

import { findAll } from "./dom.js";
import { play } from "./sound.js";

/** @typedef {"card" | "stake" | "settled" | "moment"} Name */
/** @typedef {Record<Name, Set<string>>} Marks */

const STEP = 170;
const MOST = 2800;
const FAST = 4;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {HTMLElement} root @param {Name} name */
const marks = (root, name) => new Set(findAll(root, `[data-${name}]`, HTMLElement).map((each) => mark(each, name)));

/** @param {HTMLElement} each @param {Name} name */
function mark(each, name) {
  const stake = each.closest("[data-stake]");
  return name === "settled" ? `${stake?.getAttribute("data-stake")}/${each.dataset.settled}` : each.dataset[name] ?? "";
}

/** @param {HTMLElement} root @returns {Marks} */
export function before(root) {
  return { card: marks(root, "card"), stake: marks(root, "stake"), settled: marks(root, "settled"), moment: marks(root, "moment") };
}

// A card is marked hand.place.face: the first place of all hands comes first.
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

/** @param {Element} each @param {number} until */
function hideUntil(each, until) {
  if (until > 0) each.animate([{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], { duration: until + 180 });
}

// The way of a thing from its start: the middle of another part, else the right upper corner of the cloth.
/** @param {HTMLElement} each @param {Element | null} from @param {HTMLElement} root */
function distance(each, from, root) {
  const here = each.getBoundingClientRect();
  const cloth = root.querySelector(".felt")?.getBoundingClientRect() ?? here;
  const box = from?.getBoundingClientRect();
  const there = box?.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: cloth.right - 40, y: cloth.top + 10 };
  return `${there.x - here.x - here.width / 2}px ${there.y - here.y - here.height / 2}px`;
}

/** @param {HTMLElement} each @param {Keyframe[]} frames @param {number} delay @param {number} duration */
function move(each, frames, delay, duration) {
  each.animate(frames, { delay, duration, easing: "cubic-bezier(.2, .7, .3, 1)", fill: "backwards" });
}

// A pile that was lost goes to the tray; one that is paid comes from there.
/** @param {HTMLElement} result @param {number} at @param {HTMLElement} root */
function moveChips(result, at, root) {
  const stake = result.closest("[data-stake]");
  const tray = root.querySelector(".float-tray");
  if (!(stake instanceof HTMLElement)) return;
  for (const pile of findAll(stake, ".paid-pile, .taken-pile", HTMLElement)) {
    const away = distance(pile, tray, root);
    const taken = pile.matches(".taken-pile");
    const ends = [{ translate: away, opacity: 0 }, { translate: "0 0", opacity: 1 }];
    if (taken) pile.animate([{ translate: "0 0", opacity: 1 }, { translate: away, opacity: 0 }], { delay: at, duration: 450, easing: "ease-in", fill: "backwards" });
    else move(pile, ends, at, 450);
  }
}

/** @param {HTMLElement} root @param {Marks} known @returns {number} how long it takes */
export function after(root, known) {
  /** @param {Name} name */
  const fresh = (name) => findAll(root, `[data-${name}]`, HTMLElement).filter((each) => !known[name].has(mark(each, name)));
  const [stakes, cards, results, moments] = [fresh("stake"), fresh("card"), fresh("settled"), fresh("moment")];
  if (still.matches) {
    if (cards.length) play("card");
    if (results.length) play(moments[0]?.matches(".won") ? "win" : "chip");
    return 0;
  }
  const pace = document.documentElement.dataset.pace === "fast" ? FAST : 1;
  const dealt = new Set([...known.card].map((each) => each.split(".", 2).join(".")));
  if (!root.querySelector(".device.is-shuffler")) cards.sort(dealtOrder);
  const [step, count] = [STEP / pace, Math.max(1, cards.length)];
  const each = Math.min(step, MOST / pace / count);
  let at = 0;
  for (const stake of stakes) {
    move(stake, [{ opacity: 0, translate: "0 1rem" }, { opacity: 1, translate: "0 0" }], at, 240);
    play("chip", at);
    at += each / 2;
  }
  /** @type {Map<Element, number>} */
  const ends = new Map();
  for (const card of cards) {
    const turned = dealt.has((card.dataset.card ?? "").split(".", 2).join("."));
    if (turned) move(card, [{ transform: "rotateY(90deg)" }, { transform: "rotateY(0)" }], at, 360 / pace);
    else move(card, [{ opacity: 0, translate: distance(card, root.querySelector(".device"), root), rotate: "14deg" }, { opacity: 1, translate: "0 0", rotate: "0deg" }], at, 420 / pace);
    play("card", at);
    at += each;
    const hand = card.closest(".hand");
    if (hand) ends.set(hand, at + 300 / pace);
  }
  const cardsEnd = cards.length ? at + 300 / pace : at;
  for (const [hand, end] of ends) for (const says of hand.querySelectorAll(".says > .tells")) hideUntil(says, end);
  at = results.length ? cardsEnd + 200 / pace : cardsEnd;
  results.sort((a, b) => Number(a.dataset.settled) - Number(b.dataset.settled));
  for (const result of results) {
    move(result, [{ opacity: 0, scale: 0.7 }, { opacity: 1, scale: 1 }], at, 300);
    moveChips(result, at, root);
    play("chip", at);
    at += each * 1.5;
  }
  if (cards.length || results.length) for (const words of findAll(root, ".waits, .outcome, .move h3, .side .last", HTMLElement)) hideUntil(words, at);
  for (const lifted of findAll(root, ".slot.is-lifted", HTMLElement)) if (results.length) move(lifted, [{ translate: "0 0" }, { translate: "0 -.5rem" }], at, 300);
  const moment = moments[0];
  if (moment) {
    moment.animate([{ opacity: 0, scale: 0.8 }, { opacity: 1, scale: 1, offset: 0.12 }, { opacity: 1, scale: 1, offset: 0.8 }, { opacity: 0, scale: 1 }], { delay: at, duration: 2400 / pace + 400, fill: "backwards" });
    if (moment.matches(".won")) play("win", at);
  }
  return at;
}

