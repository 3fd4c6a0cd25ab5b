// A session that is about to end: the page warns first, and what was written is kept for the person who signs in again.

import { findAll, findField, say } from "./dom.js";

const KEPT = "pitboss-written";
const bar = document.getElementById("session");
const idle = Number(bar?.dataset.idle ?? 0) * 1000;
const warn = Math.min(Number(bar?.dataset.warn ?? 0) * 1000, idle / 2);
let used = Date.now();
/** @param {string} [words] */
function tell(words = "") {
  const told = bar?.querySelector("[data-told]");
  if (told && told.textContent !== words) told.textContent = words;
  if (bar) bar.hidden = !words;
}

// What a person has written on this page, but for secrets.
const FIELDS = "input[id]:not([type=hidden]):not([type=password]):not([type=radio]):not([type=checkbox]), textarea[id]";

/** @param {string} [why] */
export function leave(why = "") {
  const written = findAll(document, FIELDS, HTMLElement).flatMap(({ id }) => {
    const value = findField(id)?.value;
    return value ? [[id, value]] : [];
  });
  if (written.length) sessionStorage.setItem(KEPT, JSON.stringify({ path: location.pathname, written }));
  location.assign(`/sign-in?then=${encodeURIComponent(location.pathname)}${why ? `&why=${why}` : ""}`);
}

// The server was asked for something: the session goes on from now.
export function extend() {
  used = Date.now();
  tell();
}

// Put back what was written before the session ended.
function putBack() {
  const found = sessionStorage.getItem(KEPT);
  if (!found) return;
  const { path, written } = JSON.parse(found);
  if (path !== location.pathname) return;
  sessionStorage.removeItem(KEPT);
  for (const [id, value] of written) {
    const field = findField(id);
    if (!field || field.value) continue;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

putBack();
if (bar && idle) {
  setInterval(() => {
    const left = used + idle - Date.now();
    if (left <= 0) leave("idle");
    else if (left > 90000 && left <= warn) tell(say("You will be signed out in {minutes} minutes.", { minutes: Math.ceil(left / 60000) }));
    else if (left <= warn) tell(say("You will be signed out in {seconds} seconds.", { seconds: Math.ceil(left / 1000) }));
  }, 1000);
  bar.querySelector("button")?.addEventListener("click", async () => {
    const answer = await fetch("/session").catch(() => null);
    if (answer?.redirected) leave("idle");
    else if (answer?.ok) extend();
  });
}
