// A session that is about to end, or to be locked: the page warns first and keeps what was written. Typing or pressing
// extends the session without a question.

import { say } from "./dom.js";
import { isLocked, lock } from "./lock.js";
import { keepWritten, putBack } from "./written.js";

const bar = document.getElementById("session");
const idle = Number(bar?.dataset.idle ?? 0) * 1000;
const warn = Math.min(Number(bar?.dataset.warn ?? 0) * 1000, idle / 2);
const locks = bar?.dataset.then === "lock";
let used = Date.now();
let checking = false;

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

// A request reached the server: the idle time begins again, or has so much left as the server says.
export function extend(left = idle) {
  used = Date.now() + left - idle;
  tell();
}

// Whether the session goes on: another page of this browser may have used it, and what was said of it may be old. The
// server knows. One question at a time, and none while the form is open: so no older answer locks what was just unlocked.
/** @param {string} [why] */
export async function check(why = "ended") {
  if (checking || isLocked()) return;
  checking = true;
  const answer = await fetch("/session?fresh=1").catch(() => null);
  checking = false;
  if (answer?.status === 423) { tell(); lock(); }
  else if (answer?.status === 401) leave(why);
  else if (answer?.ok) extend(Number(answer.headers.get("Session-Left")) * 1000);
}

async function stay() {
  const answer = await fetch("/session", { redirect: "manual" }).catch(() => null);
  if (answer?.ok) extend();
  else if (answer) check("idle");
}

/** @param {number} left */
function warning(left) {
  const minutes = Math.ceil(left / 60000), seconds = Math.ceil(left / 1000);
  if (left > 90000) return locks ? say("This page will be locked in {minutes} minutes.", { minutes }) : say("You will be signed out in {minutes} minutes.", { minutes });
  return locks ? say("This page will be locked in {seconds} seconds.", { seconds }) : say("You will be signed out in {seconds} seconds.", { seconds });
}

putBack();
if (bar && idle) {
  setInterval(() => {
    const left = used + idle - Date.now();
    if (left <= 0) check("idle");
    else if (left <= warn && !isLocked()) tell(warning(left));
  }, 1000);
  document.addEventListener("unlocked", () => extend());
  bar.querySelector("button")?.addEventListener("click", stay);
  for (const kind of ["keydown", "pointerdown"]) {
    document.addEventListener(kind, () => { if (Date.now() - used > idle / 5 && used + idle > Date.now() && bar.hidden && !isLocked()) stay(); });
  }
}
