// A chip is taken in hand, and each tap on a circle puts one of its kind there; or it is dragged, or keyed onto the spot
// that is marked. Undo and clear take chips away again. What is written in the fields is what will be placed; the felt
// only shows it.

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
  return findFirst(root, ".pick input:checked", HTMLInputElement)?.value ?? "";
}

// Show on the felt what the fields hold: a few chips and the amount, on the area that is picked.
function draw() {
  if (!parts) return;
  const { root, fields } = parts;
  for (const old of root.querySelectorAll(".pending")) old.remove();
  const at = area(root);
  for (const ring of findAll(root, "[data-drop]", HTMLElement)) ring.tabIndex = ring.dataset.area === at ? 0 : -1;
  for (const field of fields) {
    field.classList.toggle("is-active", field.id === spot);
    const name = field.id.replace("on-", "");
    for (const ring of findAll(root, `[data-drop="${name}"]`, HTMLElement)) {
      const here = ring.dataset.area === at;
      ring.classList.toggle("is-active", here && field.id === spot && fields.length > 1);
      if (!here || !cents(field)) continue;
      const shown = document.createElement("span");
      shown.className = "pending";
      const mine = laid.filter(([id]) => id === field.id).slice(-4);
      for (const [, value] of mine) {
        const drawn = root.querySelector(`[data-chip="${value}"] .chip`);
        if (drawn) shown.append(drawn.cloneNode(true));
      }
      const label = document.createElement("b");
      label.textContent = dollars(cents(field));
      shown.append(label);
      ring.append(shown);
    }
  }
  const picked = root.querySelector(".picked");
  if (picked && at) picked.textContent = at;
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
  const field = findField(id);
  if (!field || !value) return;
  spot = id;
  laid.push([id, value]);
  write(field, cents(field) + value);
  tell("");
  draw();
}

function undo() {
  const [id, value] = laid.pop() ?? ["", 0];
  const field = findField(id);
  if (field) write(field, Math.max(0, cents(field) - value));
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

/** @param {HTMLElement} ring */
function takeDrops(ring) {
  ring.setAttribute("role", "button");
  ring.addEventListener("click", () => onSpot(ring, inHand));
  ring.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onSpot(ring, inHand);
  });
  ring.addEventListener("dragover", (event) => { event.preventDefault(); ring.classList.add("is-target"); });
  ring.addEventListener("dragleave", () => ring.classList.remove("is-target"));
  ring.addEventListener("drop", (event) => {
    event.preventDefault();
    ring.classList.remove("is-target");
    onSpot(ring, Number(event.dataTransfer?.getData("text/plain")) || 0);
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
  for (const radio of root.querySelectorAll(".pick input")) radio.addEventListener("change", draw);
  for (const field of fields) {
    field.addEventListener("focus", () => { spot = field.id; draw(); });
    field.addEventListener("input", () => { laid = laid.filter(([id]) => id !== field.id); draw(); });
  }
  for (const button of chips) {
    button.addEventListener("click", () => take(Number(button.dataset.chip)));
    button.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/plain", button.dataset.chip ?? ""));
  }
  for (const ring of findAll(root, "[data-drop]", HTMLElement)) takeDrops(ring);
  for (const ring of findAll(root, "[data-no]", HTMLElement)) ring.addEventListener("click", () => tell(ring.dataset.no ?? ""));
  root.querySelector("[data-undo]")?.addEventListener("click", undo);
  root.querySelector("[data-clear]")?.addEventListener("click", clear);
  draw();
}

// One key each, while no field has the focus: 1 to 9 put a chip on the spot that is marked, U undo, C clear, R the same
// again.
document.addEventListener("keydown", (event) => {
  if (!parts?.fields.length || event.ctrlKey || event.metaKey || event.altKey) return;
  if (comesFrom(event, "input:not([type=radio]), select, textarea")) return;
  const chips = findAll(parts.root, "[data-chip]", HTMLElement);
  const key = event.key.toLowerCase();
  const chip = /^[1-9]$/.test(key) ? chips[Number(key) - 1] : undefined;
  if (chip) {
    take(Number(chip.dataset.chip));
    add(spot, inHand);
  } else if (key === "u") undo();
  else if (key === "c") clear();
  else if (key === "r") findFirst(parts.root, "#again-1:not(:disabled)", HTMLElement)?.click();
});
