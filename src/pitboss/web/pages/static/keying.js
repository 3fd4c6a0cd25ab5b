// Cards in two keystrokes each: a rank, then a suit. The field is plain text, so that it can be written by hand as well.
// What can be no card stays where it was keyed, and the field says why: nothing is left out, so that no card takes the
// place of another.

import { findAll, findField, say } from "./dom.js";

const RANKS = "AKQJT98765432";
const SUITS = "shdc";
/** @type {Record<string, string>} */
const NAMED = { T: "10", A: say("ace"), K: say("king"), Q: say("queen"), J: say("jack") };
/** @param {string} rank */
const named = (rank) => NAMED[rank] ?? rank;

// What was written as cards, ranks in capitals, suits small, a space after each; and what is wrong with it, if anything.
/** @param {string} written @param {string} ranks @returns {[cards: string, wrong: string]} */
function read(written, ranks) {
  let cards = "";
  let half = "";
  for (let at = 0; at < written.length; at += 1) {
    const key = written.charAt(at);
    if (/[\s,;]/.test(key)) continue;
    /** @param {string} words @returns {[string, string]} */
    const no = (words) => [cards + half + written.slice(at), words];
    const rank = half === "1" && key === "0" ? "T" : key.toUpperCase();
    if (half === "?") {
      if (key !== "?") return no(say("For a card that was not seen key ??."));
      [cards, half] = [`${cards}?? `, ""];
    } else if (half === "1" && rank !== "T") {
      return no(say("A 1 begins a 10. An ace is A."));
    } else if (!half && (key === "?" || key === "1")) {
      half = key;
    } else if (!half || half === "1") {
      if (!RANKS.includes(rank)) return no(say("{key} is not a rank: key A, K, Q, J, 10 or 9 to 2, then the suit.", { key }));
      if (!ranks.includes(rank)) return no(say("There is no {rank} in this deck.", { rank: named(rank) }));
      half = rank;
    } else if (SUITS.includes(key.toLowerCase())) {
      [cards, half] = [`${cards}${half}${key.toLowerCase()} `, ""];
    } else {
      return no(say("{key} is not a suit: after {rank} key s, h, d or c.", { key, rank: named(half) }));
    }
  }
  return [cards + half, ""];
}

// Tidy what a field holds, and say beside it what is wrong: it cannot be sent before that is mended.
/** @param {HTMLInputElement} field @param {string} written */
function check(field, written) {
  const [cards, wrong] = read(written, field.dataset.ranks ?? RANKS);
  const caret = field.selectionStart ?? written.length;
  const inside = document.activeElement === field && caret < written.length;
  if (field.value !== cards) field.value = cards;
  if (inside) field.setSelectionRange(caret, caret);
  field.setCustomValidity(wrong);
  field.setAttribute("aria-invalid", String(Boolean(wrong)));
  const says = document.getElementById(`${field.id}-wrong`);
  if (says && says.textContent !== wrong) says.textContent = wrong;
}

const LAST = /\S+\s*$/; // the last card, or what there is of it

// One key less: of a whole card its suit goes, not only the space behind it.
/** @param {string} written */
const shorter = (written) => (/[shdc?]$/.test(written) && written.length > 1 ? written.slice(0, -1) : written);

const ready = new WeakSet(); // what stayed on the page has been prepared before

/** @param {HTMLElement} root */
export function keying(root) {
  for (const field of findAll(root, "[data-cards]", HTMLInputElement)) {
    check(field, field.value);
    if (ready.has(field)) continue;
    ready.add(field);
    let before = field.value;
    field.addEventListener("input", (event) => {
      const spaceTaken = event instanceof InputEvent && event.inputType === "deleteContentBackward" && before === `${field.value} `;
      check(field, spaceTaken ? shorter(field.value) : field.value);
      before = field.value;
    });
  }
  for (const pad of findAll(root, "[data-keypad]", HTMLElement)) {
    if (ready.has(pad)) continue;
    ready.add(pad);
    pad.addEventListener("click", (event) => {
      const pressed = event.target instanceof Element ? event.target.closest("[data-key]") : null;
      const key = pressed instanceof HTMLElement ? pressed.dataset.key : "";
      const field = findField(pad.dataset.keypad ?? "");
      if (!key || !(field instanceof HTMLInputElement)) return;
      check(field, key === "back" ? field.value.replace(LAST, "") : field.value + (key === "?" ? "??" : key));
    });
  }
}
