// While the log is being verified, the page asks how far it is.

import { findFirst, getPart } from "./dom.js";

const outcome = getPart("outcome");
const state = () => findFirst(outcome, "[data-state]", HTMLElement)?.dataset.state;

async function look() {
  if (state() !== "running") return;
  try {
    const answer = await fetch("/inspect/verification?fresh=1", { headers: { "X-Fragment": "1" } });
    if (answer.status === 401 || answer.status === 423) { location.reload(); return; } // to sign in or unlock, and back
    const html = answer.ok ? await answer.text() : "";
    if (html && !html.includes('data-state="running"')) outcome.innerHTML = html;
  } catch { /* the house cannot be reached just now */ }
  setTimeout(look, 700);
}

setTimeout(look, 300);
