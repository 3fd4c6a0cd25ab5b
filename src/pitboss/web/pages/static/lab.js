// The lab's pages: a change in the editor asks at once, and a job is followed through its stream until its answer is
// there. The server makes everything that is shown; without this script the forms and a refresh do the same.

import { findAll, findField, findFirst, getPart, readFields, readForm } from "./dom.js";
import { released } from "./press.js";

const live = getPart("lab-live");
const said = getPart("said");
const editor = document.getElementById("editor");
document.documentElement.classList.add("has-js");

/** @type {{ source: EventSource, job: string | undefined } | null} */
let stream = null;
let asked = 0;

/** @param {string} address @param {boolean} push */
async function show(address, push) {
  const mine = ++asked;
  const answer = await fetch(address, { headers: { "X-Fragment": "1" } });
  if (mine !== asked) return; // a newer question was asked meanwhile
  if (!answer.ok || /\/(sign-in|unlock)\b/.test(answer.url)) { location.assign(address); return; }
  const html = await answer.text();
  await released();
  if (mine !== asked) return;
  const here = new URL(answer.url);
  live.dataset.page = here.pathname + here.search;
  if (push) history.replaceState(null, "", live.dataset.page);
  const hadFocus = live.contains(document.activeElement) ? document.activeElement?.id : "";
  const open = [...live.querySelectorAll("details")].map((each) => each.open);
  const kept = readFields(live, "input[id], select[id]");
  live.innerHTML = html;
  for (const { id, value } of kept) {
    const field = findField(id);
    if (field && live.contains(field)) field.value = value;
  }
  live.querySelectorAll("details").forEach((each, place) => { each.open = open[place] ?? each.open; });
  if (hadFocus) document.getElementById(hadFocus)?.focus({ preventScroll: true });
  tell();
  follow();
}

function tell() {
  const edge = live.querySelector("#edge");
  const news = edge ? `House edge ${edge.textContent}. ${live.querySelector("#change")?.textContent ?? ""}` : "";
  const words = news || live.querySelector(".job-waits, [role=alert]")?.textContent || "";
  if (said.textContent !== words) said.textContent = words;
}

function follow() {
  const job = findFirst(live, "[data-stream]", HTMLElement);
  if (stream && stream.job === job?.dataset.job) return;
  stream?.source.close();
  stream = null;
  if (!job?.dataset.stream) return;
  const source = new EventSource(job.dataset.stream);
  stream = { source, job: job.dataset.job };
  let busy = false;
  const fresh = async () => {
    if (busy) return;
    busy = true;
    try { await show(live.dataset.page ?? location.href, false); } catch { /* the house cannot be reached just now: the stream tries on */ } finally { busy = false; }
  };
  source.addEventListener("solve", fresh);
  source.addEventListener("error", () => { if (source.readyState === EventSource.CLOSED) setTimeout(fresh, 3000); });
  source.addEventListener("over", () => { source.close(); stream = null; busy = false; fresh(); });
}

/** @param {HTMLInputElement} field */
function mark(field) {
  const line = field.closest(".line");
  if (!line || !field.dataset.usual) return;
  const changed = field.value.trim() !== field.dataset.usual;
  line.classList.toggle("is-changed", changed);
  const usual = line.querySelector("small");
  if (usual) usual.textContent = changed ? `was ${field.dataset.usual}` : "to 1";
}

if (editor instanceof HTMLFormElement) {
  const ask = () => {
    findAll(editor, "input[data-usual]", HTMLInputElement).forEach(mark);
    show(`${editor.action}?${readForm(editor)}`, true);
  };
  editor.addEventListener("change", ask);
  editor.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
}

follow();
