// Wagers by chips: a chip is chosen, and each tap on a circle adds one like it; or a chip is dragged, or keyed onto the
// marked spot. Undo and clear remove chips. The fields of the form hold the wagers; the felt only shows them. A field that
// must match another one (the Blind and the Ante) is filled with it.

import { comesFrom, findAll, findField, findFirst } from "./dom.js";

let spot = "";
/** @type {[field: string, cents: number][]} */
let laid = [];
let inHand = 0;
/** @type {{ root: HTMLElement, fields: HTMLInputElement[] } | undefined} */
let parts;
let quiet = 0;

/** @param {{ value: string }} field */
const cents = (field) => Math.round(Number(field.value.replace(/[$,]/g, "") || 0) * 100);
/** @param {number} amount */
const dollars = (amount) => `$${(amount / 100).toLocaleString("en-AU", { minimumFractionDigits: amount % 100 ? 2 : 0 })}`;

/** @param {{ value: string }} field @param {number} amount */
function write(field, amount) {
  field.value = amount ? (amount % 100 ? (amount / 100).toFixed(2) : String(amount / 100)) : "";
}

/** @param {HTMLElement} root */
function area(root) {
  return findFirst(root, ".pick input:checked", HTMLInputElement);
}

// Fields that match another one follow it.
/** @param {string} id */
function follow(id) {
  const field = findField(id);
  for (const each of parts?.fields ?? []) if (field && `on-${each.dataset.matches}` === id) write(each, cents(field));
}

/** @param {HTMLElement} ring @param {HTMLInputElement} field @param {HTMLElement} root */
function drawPending(ring, field, root) {
  const shown = document.createElement("span");
  shown.className = "pending";
  const source = field.dataset.matches ? `on-${field.dataset.matches}` : field.id;
  for (const [, value] of laid.filter(([id]) => id === source).slice(-4)) {
    const drawn = root.querySelector(`[data-chip="${value}"] .chip`);
    if (drawn) shown.append(drawn.cloneNode(true));
  }
  const label = document.createElement("b");
  label.textContent = dollars(cents(field));
  shown.append(label);
  ring.append(shown);
}

// Show on the felt what the fields hold: a few chips and the amount, on the area that is picked.
function draw() {
  if (!parts) return;
  const { root, fields } = parts;
  for (const old of root.querySelectorAll(".pending")) old.remove();
  const picked = area(root);
  const at = picked?.value ?? "";
  for (const ring of findAll(root, "[data-drop]", HTMLElement)) {
    ring.tabIndex = ring.dataset.area === at ? 0 : -1;
    ring.setAttribute("role", "button");
  }
  for (const field of fields) {
    field.classList.toggle("is-active", field.id === spot);
    for (const ring of findAll(root, `[data-drop="${field.id.replace("on-", "")}"]`, HTMLElement)) {
      const here = ring.dataset.area === at;
      ring.classList.toggle("is-active", here && field.id === spot && fields.length > 1);
      if (here && cents(field)) drawPending(ring, field, root);
    }
  }
  const total = fields.reduce((sum, field) => sum + cents(field), 0);
  const rail = findFirst(root, ".rail", HTMLElement);
  rail?.classList.toggle("is-laying", total > 0);
  const place = findFirst(root, "#place", HTMLButtonElement);
  if (place) place.disabled = !total;
  const sum = root.querySelector("#place .sum");
  if (sum) sum.textContent = total ? dollars(total) : "";
  const named = root.querySelector(".picked");
  if (named && at) named.textContent = at;
  const backs = document.getElementById("backs");
  if (backs) backs.textContent = picked?.dataset.backs ?? "";
  for (const button of findAll(root, "[data-chip]", HTMLElement)) {
    const held = Number(button.dataset.chip) === inHand;
    button.classList.toggle("is-held", held);
    button.setAttribute("aria-pressed", String(held));
  }
}

// Say why nothing was bet, for long enough to be read.
/** @param {string} words */
function tell(words) {
  const says = document.getElementById("bet-says");
  if (says) says.textContent = words;
  clearTimeout(quiet);
  if (words) quiet = setTimeout(() => tell(""), 6000);
}

/** @param {number} value */
function take(value) {
  inHand = value;
  draw();
}

/** @param {string} id @param {number} value */
function add(id, value) {
  const matches = findField(id)?.dataset.matches;
  const target = matches ? `on-${matches}` : id;
  const field = findField(target);
  if (!field || !value) return;
  spot = target;
  laid.push([target, value]);
  write(field, cents(field) + value);
  follow(target);
  tell("");
  draw();
}

function undo() {
  const [id, value] = laid.pop() ?? ["", 0];
  const field = findField(id);
  if (field) write(field, Math.max(0, cents(field) - value));
  follow(id);
  draw();
}

function clear() {
  laid = [];
  for (const field of parts?.fields ?? []) write(field, 0);
  draw();
}

/** @param {HTMLElement} ring @param {number} value */
function onSpot(ring, value) {
  const radio = findField(`area-${ring.dataset.area}`);
  if (radio instanceof HTMLInputElement && !radio.disabled) radio.checked = true;
  add(`on-${ring.dataset.drop}`, value);
}

/** @param {Event} event @param {string} selector */
function touched(event, selector) {
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  return found instanceof HTMLElement ? found : null;
}

/** @param {MouseEvent} event */
function press(event) {
  const chip = touched(event, "[data-chip]");
  const ring = touched(event, "[data-drop]");
  const shut = touched(event, "[data-no]");
  if (chip) take(Number(chip.dataset.chip));
  else if (ring) onSpot(ring, inHand);
  else if (shut) tell(shut.dataset.no ?? "");
  else if (touched(event, "[data-undo]")) undo();
  else if (touched(event, "[data-clear]")) clear();
}

// Listen once, on the root: parts that are patched later need no listener of their own.
/** @param {HTMLElement} root */
export function listen(root) {
  root.addEventListener("click", press);
  root.addEventListener("keydown", (event) => {
    const ring = touched(event, "[data-drop]");
    if (!ring || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    onSpot(ring, inHand);
  });
  root.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/plain", touched(event, "[data-chip]")?.dataset.chip ?? ""));
  root.addEventListener("dragover", (event) => {
    const ring = touched(event, "[data-drop]");
    if (!ring) return;
    event.preventDefault();
    ring.classList.add("is-target");
  });
  root.addEventListener("dragleave", (event) => touched(event, "[data-drop]")?.classList.remove("is-target"));
  root.addEventListener("drop", (event) => {
    const ring = touched(event, "[data-drop]");
    if (!ring) return;
    event.preventDefault();
    ring.classList.remove("is-target");
    onSpot(ring, Number(event.dataTransfer?.getData("text/plain")) || 0);
  });
  root.addEventListener("change", (event) => { if (comesFrom(event, ".pick input")) draw(); });
  root.addEventListener("focusin", (event) => {
    const field = touched(event, "[data-spot]");
    if (!field) return;
    spot = field.id;
    draw();
  });
  root.addEventListener("input", (event) => {
    const field = touched(event, "[data-spot]");
    if (!field) return;
    laid = laid.filter(([id]) => id !== field.id);
    follow(field.id);
    draw();
  });
}

/** @param {HTMLElement} root */
export function prepare(root) {
  const fields = findAll(root, "[data-spot]", HTMLInputElement);
  parts = { root, fields };
  if (!fields[0]) return;
  if (!fields.some((field) => field.id === spot)) spot = fields[0].id;
  if (fields.every((field) => !field.value)) laid = [];
  const chips = findAll(root, "[data-chip]", HTMLElement);
  if (!chips.some((button) => Number(button.dataset.chip) === inHand)) inHand = Number(findFirst(root, "[data-usual]", HTMLElement)?.dataset.usual ?? 0);
  draw();
}

/** @param {number} place */
export function keyChip(place) {
  const chip = parts ? findAll(parts.root, "[data-chip]", HTMLElement)[place] : undefined;
  if (!chip || !parts?.fields.length) return;
  take(Number(chip.dataset.chip));
  add(spot, inHand);
}
