// A page that follows its table: one stream, and on each event the part that changed is asked for and put in place.
// No rule is applied here: options, amounts and reasons come with the page.

import { listen, prepare } from "./chips.js";
import { findAll, findField, findFirst, getPart, readForm, say } from "./dom.js";
import { listenToKeys } from "./keys.js";
import { after, before as seen } from "./motion.js";
import { tick } from "./clock.js";
import { keying } from "./keying.js";
import { expectCut, isCut, showBack, showCut } from "./offline.js";
import { patch } from "./patch.js";
import { released } from "./press.js";
import { check, extend, leave } from "./session.js";
import { listenToSound, showSound } from "./sound.js";

const live = getPart("live");
const said = getPart("said");
document.documentElement.classList.add("has-js");

let number = Number(live.dataset.number);
let wanted = number;
let asking = false;
let sending = 0;
let telling = 0;
/** @type {string[]} */
const unsaid = [];

/** @param {HTMLElement} root */
function lines(root) {
  return findAll(root, "[data-told] li, .waits, .lacks p, [role=alert] p", HTMLElement).map((line) => line.textContent.trim());
}

// The choices and the focus of the person, to be restored after a patch; a part that is gone has a next best one.
function held() {
  const active = document.activeElement;
  return {
    active,
    focus: active && live.contains(active) ? active.id : "",
    picked: live.querySelector("input[type=radio]:checked")?.id,
  };
}

/** @param {ReturnType<typeof held>} kept */
function restore(kept) {
  const picked = findField(kept.picked ?? "");
  if (picked instanceof HTMLInputElement && !picked.disabled) picked.checked = true;
  if (!kept.focus || (document.activeElement === kept.active && !kept.active?.matches(":disabled"))) return;
  const before = document.getElementById(kept.focus);
  const next = before && !before.matches(":disabled") ? before : findFirst(live, ".act button.main:enabled, .move button:enabled, h1", HTMLElement);
  if (next?.tagName === "H1") next.tabIndex = -1;
  next?.focus({ preventScroll: true });
}

// Reset the fields to the values of the new page: the form has been carried out.
function reset() {
  for (const { id } of live.querySelectorAll("input[id]:not([type=hidden]):not([type=radio]), select[id]")) {
    const field = findField(id);
    if (field instanceof HTMLInputElement) field.value = field.defaultValue;
    else if (field) for (const option of field.options) option.selected = option.defaultSelected;
  }
}

// Announce the news once it can be seen.
/** @param {string[]} news @param {number} wait */
function announce(news, wait) {
  clearTimeout(telling);
  unsaid.push(...news);
  telling = setTimeout(() => {
    if (unsaid.length) said.textContent = unsaid.splice(0).join(". ");
  }, wait);
}

/** @param {string} html @param {boolean} keepValues */
function swap(html, keepValues) {
  const before = lines(live);
  const kept = held();
  const known = seen(live);
  patch(live, html);
  if (!keepValues) reset();
  number = Number(live.firstElementChild?.getAttribute("data-number") ?? number);
  restore(kept);
  prepare(live);
  keying(live);
  showSound(live);
  const wait = after(live, known);
  tick(live);
  live.dispatchEvent(new Event("patched"));
  announce(lines(live).filter((line) => !before.includes(line)), wait);
}

// The server is overloaded and says how long to wait; a random part spreads the pages that come back.
/** @param {Response} answer */
function busy(answer) {
  return answer.status === 429 || answer.status === 503;
}

/** @param {Response} answer */
function wait(answer) {
  return Number(answer.headers.get("Retry-After") || 1) * 1000 * (1 + Math.random());
}

async function refresh() {
  if (asking || sending) return;
  asking = true;
  try {
    while (wanted > number && !sending) {
      const target = wanted;
      const answer = await fetch(`${live.dataset.page}?fresh=1`, { headers: { "X-Fragment": "1" } });
      if (answer.status === 401 || answer.status === 423) { check(); return; }
      if (busy(answer)) { setTimeout(refresh, wait(answer)); return; }
      if (!answer.ok) break;
      const html = await answer.text();
      await released();
      if (sending || number >= target) continue; // the answer to a form has told as much
      swap(html, true);
      if (number < target) number = target;
    }
  } catch {
    setTimeout(refresh, 1000); // the house cannot be reached just now
  } finally {
    asking = false;
  }
}

function follow() {
  const stream = new EventSource(live.dataset.stream ?? "");
  stream.addEventListener("table", (event) => { wanted = Math.max(wanted, Number(event.lastEventId)); refresh(); });
  stream.addEventListener("open", showBack);
  stream.addEventListener("error", () => { expectCut(); if (stream.readyState === EventSource.CLOSED) setTimeout(follow, 3000); });
  stream.addEventListener("locked", () => check());
  stream.addEventListener("signed-out", () => { stream.close(); leave("ended"); });
}

// What the page shows changed without an event of its own stream: a notice about the jackpot of its table.
live.addEventListener("stale", () => { number -= 1; refresh(); });

live.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement && form.matches("[data-act]"))) return;
  event.preventDefault();
  if (isCut() || form.dataset.sent || (form.dataset.confirm && !confirm(form.dataset.confirm))) return;
  form.dataset.sent = "1";
  sending += 1;
  const body = readForm(form, event.submitter);
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Fragment": "1" } });
    if (answer.url.includes("/unlock")) { delete form.dataset.sent; check(); return; }
    if (answer.url.includes("/sign-in")) { leave("ended"); return; }
    extend();
    if (answer.ok || answer.status === 409) {
      const html = await answer.text();
      await released();
      swap(html, answer.status === 409 || "keeps" in form.dataset);
    } else if (busy(answer)) {
      said.textContent = say("The house is busy. Nothing is done twice: try again in a moment.");
      delete form.dataset.sent;
    } else location.reload();
  } catch {
    showCut();
    delete form.dataset.sent;
  } finally {
    sending -= 1;
    refresh();
  }
});

listen(live);
listenToKeys(live);
listenToSound(live);
prepare(live);
keying(live);
showSound(live);
tick(live);
setInterval(() => tick(live), 500);
follow();
