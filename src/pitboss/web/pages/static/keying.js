// Cards in two keystrokes each, from anywhere on the page: a rank, then a suit. A keyed card is drawn on the felt at once,
// and the place of the next is marked; the server names the places. Text that is no card stays in the field, which says
// why: nothing is dropped, so that no card takes the place of another. A reader that types like a keyboard works the
// same way, with Enter after each card or after the last.

import { comesFrom, findAll, findField, findFirst, say } from "./dom.js";

const RANKS = "AKQJT98765432";
const SUITS = "shdc";
/** @type {Record<string, string>} */
const NAMED = { T: "10", A: say("ace"), K: say("king"), Q: say("queen"), J: say("jack") };
/** @param {string} rank */
const named = (rank) => NAMED[rank] ?? rank;

/** @typedef {{ at: string, hand: number, nth: number, says: string }} Place */

// The text of a field as cards (ranks in capitals, suits small, a space after each), and the fault in it, if any.
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
  tell(`${field.id}-wrong`, wrong);
  show(field);
}

/** @param {string} id @param {string} words */
function tell(id, words) {
  const says = document.getElementById(id);
  if (says && says.textContent !== words) says.textContent = words;
}

const LAST = /\S+\s*$/; // the last card, or what there is of it

/** @param {HTMLInputElement} field */
const wholeCards = (field) => (field.checkValidity() || !field.value ? field.value : "").match(/\S\S(?=\s|$)/g) ?? [];

/** @param {HTMLInputElement} field */
const wanted = (field) => Number(field.dataset.cards ?? 1);

// The cards on the felt, and where the next one goes.

/** @param {HTMLInputElement} field @returns {Place[]} */
function placesOf(field) {
  return JSON.parse(field.dataset.places ?? "[]");
}

/** @param {HTMLElement} parent @param {string} name */
function add(parent, name) {
  const made = document.createElement(parent.tagName === "DIV" && name.startsWith("slot") ? "span" : "div");
  made.className = `${name} is-drawn`;
  parent.append(made);
  return made;
}

// The slot of a place: one that lies there, else a new one behind those.
/** @param {Place} place */
function slotOf(place) {
  const [kind, number] = place.at.split("-");
  const list = kind === "house" ? ".felt .house > .hand" : `.felt .areas > :nth-child(${number}) .hands > .hand`;
  let hand = findAll(document, list, HTMLElement)[kind === "house" ? Number(number) : place.hand];
  if (!hand && kind === "area") {
    const area = findFirst(document, `.felt .areas > :nth-child(${number})`, HTMLElement);
    if (!area) return null;
    const hands = findFirst(area, ".hands", HTMLElement) ?? add(area, "hands");
    if (hands.parentElement === area) area.prepend(hands);
    hand = add(hands, "hand");
    add(hand, "cards");
  }
  const cards = hand && findFirst(hand, ".cards", HTMLElement);
  return cards ? findAll(cards, ".slot", HTMLElement)[place.nth] ?? add(cards, "slot") : null;
}

/** @param {string} card */
function faceOf(card) {
  const faces = findFirst(document, "#faces", HTMLTemplateElement);
  const face = faces && findFirst(faces.content, `[data-face="${card}"]`, HTMLElement)?.firstElementChild;
  return face ? face.cloneNode(true) : document.createTextNode(card);
}

/** @param {HTMLInputElement} field */
function show(field) {
  if (field !== current()) return;
  for (const made of findAll(document, ".felt .is-drawn", HTMLElement)) made.remove();
  for (const slot of findAll(document, ".felt .slot.is-keyed", HTMLElement)) {
    slot.classList.remove("is-keyed");
    if (slot.matches(".is-empty")) slot.setAttribute("aria-hidden", "true");
    for (const face of slot.querySelectorAll(".keyed-face")) face.remove();
  }
  for (const slot of findAll(document, ".felt .is-next", HTMLElement)) slot.classList.remove("is-next");
  const places = placesOf(field);
  const cards = wholeCards(field);
  for (const [number, place] of places.slice(0, cards.length + 1).entries()) {
    const slot = slotOf(place);
    const card = cards[number];
    if (!slot) continue;
    if (!card) { slot.classList.add("is-next"); continue; }
    const face = document.createElement("span");
    face.className = "keyed-face";
    face.append(faceOf(card));
    slot.classList.add("is-keyed");
    slot.removeAttribute("aria-hidden");
    slot.append(face);
  }
  const next = places[cards.length];
  const all = wanted(field);
  const isWhole = cards.length === all;
  const whole = all === 1 ? say("The card is keyed: press Enter.") : say("All {all} cards are keyed: press Enter.", { all });
  tell(`${field.id}-next`, next ? say("Next: {place}", { place: next.says }) : isWhole ? whole : "");
}

// Keys.

let ahead = ""; // what was keyed while the house was still busy with the cards before

/** @returns {HTMLInputElement | null} */
const current = () => findFirst(document, ".next [data-cards]", HTMLInputElement) ?? findFirst(document, "[data-cards]", HTMLInputElement);

const anywhere = () => findFirst(document, "#keys-anywhere", HTMLInputElement)?.checked ?? false;

const busy = () => Boolean(document.querySelector("form[data-act][data-sent]"));

// Enter after a card that is not the last one parts the cards, as readers do it; after the last one it sends them.
/** @param {HTMLInputElement} field */
function enter(field) {
  const keyed = wholeCards(field).length;
  if (keyed && keyed < wanted(field)) tell(`${field.id}-wrong`, say("{keyed} of {wanted} cards keyed.", { keyed, wanted: wanted(field) }));
  else field.form?.requestSubmit();
}

/** @param {HTMLInputElement} field @param {string} key */
function type(field, key) {
  if (key === "Enter") enter(field);
  else if (key === "Backspace") check(field, field.value.replace(LAST, ""));
  else check(field, field.value + key);
  field.setSelectionRange(field.value.length, field.value.length);
}

// Handle a key in a card field or on the page; false for a key that has no meaning here.
/** @param {KeyboardEvent} event */
function pressed(event) {
  const field = current();
  const inField = event.target === field;
  const key = event.key.toLowerCase();
  const button = !event.repeat && (inField || anywhere()) ? findFirst(document, `[data-hotkey="${CSS.escape(key)}"]:not(:disabled)`, HTMLElement) : null;
  if (button) { button.click(); return true; }
  const isKey = event.key.length === 1 && event.key !== " ";
  if (busy() && (isKey || (inField && event.key === "Enter"))) {
    if (!inField && !anywhere()) return false;
    ahead += event.key === "Enter" ? "\n" : event.key;
    return true;
  }
  if (!field) return false;
  if (inField) {
    if (event.key === "Enter") { enter(field); return true; }
    const atEnd = field.selectionStart === field.selectionEnd && field.selectionEnd === field.value.length;
    if (event.key !== "Backspace" || !atEnd) return false;
  } else if (!anywhere() || !(isKey || event.key === "Backspace")) return false;
  field.focus();
  type(field, event.key);
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (comesFrom(event, "input:not([data-cards], [type=radio], [type=checkbox]), select, textarea")) return;
  if (document.querySelector("dialog[open]") || !document.querySelector(".console")) return;
  if (pressed(event)) event.preventDefault();
});

// Put the focus on the next card, or on the next step if that can be undone. A person who is in another field, or on a
// button outside the next step, keeps the focus.
/** @param {HTMLElement} root */
function takeFocus(root) {
  const active = document.activeElement;
  const isAside = (/** @type {Element} */ one) => one.matches("button") && !one.closest(".next");
  const busyElsewhere = active && (isAside(active) || active.matches("input:not([data-cards]), select, textarea, summary, a, [data-key]"));
  if (busyElsewhere || !root.querySelector(".console")) return;
  const next = current() ?? findFirst(root, "[data-safe]", HTMLElement) ?? findFirst(root, "#step", HTMLElement);
  if (next && next !== active) next.focus({ preventScroll: true });
}

const ready = new WeakSet(); // what stayed on the page has been prepared before

/** @param {HTMLElement} root */
export function keying(root) {
  for (const field of findAll(root, "[data-cards]", HTMLInputElement)) {
    if (!ready.has(field)) field.addEventListener("input", () => check(field, field.value));
    ready.add(field);
    if (matchMedia("(pointer: coarse)").matches) field.inputMode = "none"; // the keypad is there
    check(field, field.value);
  }
  for (const pad of findAll(root, "[data-keypad]", HTMLElement)) {
    if (ready.has(pad)) continue;
    ready.add(pad);
    pad.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-key]") : null;
      const key = button instanceof HTMLElement ? button.dataset.key : "";
      const field = findField(pad.dataset.keypad ?? "");
      if (!key || !(field instanceof HTMLInputElement)) return;
      type(field, key === "back" ? "Backspace" : key === "?" ? "??" : key);
    });
  }
  takeFocus(root);
  const field = current();
  const keys = ahead;
  ahead = "";
  if (field) for (const [at, key] of [...keys].entries()) {
    if (busy()) { ahead = [...keys].slice(at).join(""); break; }
    type(field, key === "\n" ? "Enter" : key);
  }
}

const SWITCH = "pitboss-keys-anywhere";
const anywhereSwitch = findFirst(document, "#keys-anywhere", HTMLInputElement);
if (anywhereSwitch) {
  anywhereSwitch.checked = localStorage.getItem(SWITCH) !== "off";
  anywhereSwitch.addEventListener("change", () => localStorage.setItem(SWITCH, anywhereSwitch.checked ? "on" : "off"));
}
