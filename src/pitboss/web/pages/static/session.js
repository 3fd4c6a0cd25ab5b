// A session that is about to end, or to be locked: the page warns first and keeps what was written. Typing or pressing
// extends the session without a question.

import { say } from "./dom.js";
import { lock } from "./lock.js";
import { keepWritten, putBack } from "./written.js";

const bar = document.getElementById("session");
const idle = Number(bar?.dataset.idle ?? 0) * 1000;
const warn = Math.min(Number(bar?.dataset.warn ?? 0) * 1000, idle / 2);
const locks = bar?.dataset.then === "lock";
let used = Date.now();
/** @param {string} [words] */
function tell(words = "") {
  const told = bar?.querySelector("[data-told]");
  if (told && told.textContent !== words) told.textContent = words;
  if (bar) bar.hidden = !words;
}

/** @param {string} [why] */
export function leave(why = "") {
  keepWritten();
  location.assign(`/sign-in?then=${encodeURIComponent(location.pathname)}${why ? `&why=${why}` : ""}`);
}

// A request reached the server: the idle time begins again.
export function extend() {
  used = Date.now();
  tell();
}

async function stay() {
  const answer = await fetch("/session").catch(() => null);
  if (answer?.url.includes("/unlock")) lock();
  else if (answer?.redirected) leave("idle");
  else if (answer?.ok) extend();
}

/** @param {number} left */
function warning(left) {
  const minutes = Math.ceil(left / 60000), seconds = Math.ceil(left / 1000);
  if (left > 90000) return locks ? say("This page will be locked in {minutes} minutes.", { minutes }) : say("You will be signed out in {minutes} minutes.", { minutes });
  return locks ? say("This page will be locked in {seconds} seconds.", { seconds }) : say("You will be signed out in {seconds} seconds.", { seconds });
}

putBack();
if (bar && idle) {
  let isOver = false;
  setInterval(() => {
    const left = used + idle - Date.now();
    if (left > 0) { isOver = false; if (left <= warn) tell(warning(left)); return; }
    if (isOver) return;
    isOver = true;
    tell();
    if (!locks) leave("idle");
    else setTimeout(() => { if (used + idle <= Date.now()) lock(); }, 1000); // the house counts from a moment later
  }, 1000);
  document.addEventListener("unlocked", extend);
  bar.querySelector("button")?.addEventListener("click", stay);
  for (const kind of ["keydown", "pointerdown"]) {
    document.addEventListener(kind, () => { if (Date.now() - used > idle / 5 && used + idle > Date.now() && bar.hidden) stay(); });
  }
}
