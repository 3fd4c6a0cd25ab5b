// A page that follows its table: one stream, and on each event the part that changed is asked for and put in place.
// Nothing is worked out here: what may be done, for how much and why not, all comes with the page.

import { prepare } from "./chips.js";
import { findAll, findField, findFirst, getPart, readFields, readForm, say } from "./dom.js";
import { after, before as seen } from "./motion.js";
import { tick } from "./clock.js";
import { keying } from "./keying.js";
import { lock } from "./lock.js";
import { released } from "./press.js";

const live = getPart("live");
const said = getPart("said");
document.documentElement.classList.add("has-js");

let number = Number(live.dataset.number);
let wanted = number;
let asking = false;
let sending = 0;

/** @param {HTMLElement} root */
function lines(root) {
  return findAll(root, "[data-told] li, .waits, .lacks p, [role=alert] p", HTMLElement).map((line) => line.textContent.trim());
}

// Keep what the person has written, chosen and opened, and where they are.
function held() {
  const active = document.activeElement;
  return {
    focus: active && live.contains(active) ? active.id : "",
    values: readFields(live, "input[id]:not([type=hidden]):not([type=radio]), select[id]"),
    picked: live.querySelector("input[type=radio]:checked")?.id,
    open: [...live.querySelectorAll("details")].map((d) => d.open),
    opened: findAll(live, "details[id]", HTMLDetailsElement).map(({ id, open }) => ({ id, open })),
  };
}

/** @param {ReturnType<typeof held>} kept */
function restore(kept) {
  for (const { id, value } of kept.values) {
    const field = findField(id);
    if (field) field.value = value;
  }
  const picked = findField(kept.picked ?? "");
  if (picked instanceof HTMLInputElement && !picked.disabled) picked.checked = true;
  const now = live.querySelectorAll("details");
  if (now.length === kept.open.length) now.forEach((d, i) => { d.open = kept.open[i] ?? d.open; });
  for (const { id, open } of kept.opened) {
    const opened = document.getElementById(id);
    if (opened instanceof HTMLDetailsElement) opened.open = open;
  }
  if (!kept.focus) return;
  const before = document.getElementById(kept.focus);
  const next = before && !before.matches(":disabled") ? before : findFirst(live, ".act button.main, .move button, h1", HTMLElement);
  if (next?.tagName === "H1") next.tabIndex = -1;
  next?.focus({ preventScroll: true });
}

/** @param {string} html @param {boolean} keepValues */
function swap(html, keepValues) {
  const before = lines(live);
  const kept = held();
  const known = seen(live);
  if (!keepValues) kept.values = [];
  live.innerHTML = html;
  number = Number(live.firstElementChild?.getAttribute("data-number") ?? number);
  restore(kept);
  prepare(live);
  keying(live);
  after(live, known);
  tick(live);
  const news = lines(live).filter((line) => !before.includes(line));
  if (news.length) said.textContent = news.join(". ");
}

// A session that was idle too long is over: a person who signs in again goes on here.
function signIn() {
  location.assign(`/sign-in?then=${encodeURIComponent(location.pathname)}`);
}

// The house has too much to do just now: it says how long to wait, and not all who wait come back together.
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
      if (answer.status === 401) { signIn(); return; }
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
  stream.addEventListener("error", () => { if (stream.readyState === EventSource.CLOSED) setTimeout(follow, 3000); });
  stream.addEventListener("locked", lock);
  stream.addEventListener("signed-out", () => { stream.close(); signIn(); });
}

live.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement && form.matches("[data-act]"))) return;
  event.preventDefault();
  if (form.dataset.sent || (form.dataset.confirm && !confirm(form.dataset.confirm))) return;
  form.dataset.sent = "1";
  sending += 1;
  const body = readForm(form, event.submitter);
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Fragment": "1" } });
    if (answer.url.includes("/unlock")) { delete form.dataset.sent; lock(); return; }
    if (answer.url.includes("/sign-in")) { location.assign(answer.url); return; }
    if (answer.ok || answer.status === 409) {
      const html = await answer.text();
      await released();
      swap(html, answer.status === 409 || "keeps" in form.dataset);
    } else if (busy(answer)) {
      said.textContent = say("The house is busy. Nothing is done twice: try again in a moment.");
      delete form.dataset.sent;
    } else location.reload();
  } catch {
    said.textContent = say("The house cannot be reached. Nothing is done twice: try again.");
    delete form.dataset.sent;
  } finally {
    sending -= 1;
    refresh();
  }
});

prepare(live);
keying(live);
tick(live);
setInterval(() => tick(live), 500);
follow();
