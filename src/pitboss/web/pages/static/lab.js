// The lab's pages: a change in the editor asks at once, and a job is followed through its stream until its answer is
// there. Everything that is shown is made by the house; without this script the forms and a refresh do the same.

import { released } from "./press.js";

const live = document.getElementById("lab-live");
const said = document.getElementById("said");
const editor = document.getElementById("editor");
document.documentElement.classList.add("has-js");

let stream = null;
let asked = 0;

async function show(address, push) {
  const mine = ++asked;
  const answer = await fetch(address, { headers: { "X-Fragment": "1" } });
  if (mine !== asked) return; // somebody has asked something else meanwhile
  if (answer.url.includes("/sign-in") || !answer.ok) { location.assign(address); return; }
  const html = await answer.text();
  await released();
  if (mine !== asked) return;
  const here = new URL(answer.url);
  live.dataset.page = here.pathname + here.search;
  if (push) history.replaceState(null, "", live.dataset.page);
  const hadFocus = live.contains(document.activeElement) ? document.activeElement.id : "";
  const open = [...live.querySelectorAll("details")].map((each) => each.open);
  const written = [...live.querySelectorAll("input[id], select[id]")].map((field) => [field.id, field.value]);
  live.innerHTML = html;
  for (const [id, value] of written) {
    const field = document.getElementById(id);
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
  const job = live.querySelector("[data-stream]");
  if (stream && stream.job === job?.dataset.job) return;
  stream?.source.close();
  stream = null;
  if (!job) return;
  const source = new EventSource(job.dataset.stream);
  stream = { source, job: job.dataset.job };
  let busy = false;
  const fresh = async () => {
    if (busy) return;
    busy = true;
    try { await show(live.dataset.page, false); } catch { /* the house cannot be reached just now: the stream tries on */ } finally { busy = false; }
  };
  source.addEventListener("solve", fresh);
  source.addEventListener("error", () => { if (source.readyState === EventSource.CLOSED) setTimeout(fresh, 3000); });
  source.addEventListener("over", () => { source.close(); stream = null; busy = false; fresh(); });
}

function mark(field) {
  const line = field.closest(".line");
  if (!line || !field.dataset.usual) return;
  const changed = field.value.trim() !== field.dataset.usual;
  line.classList.toggle("is-changed", changed);
  line.querySelector("small").textContent = changed ? `was ${field.dataset.usual}` : "to 1";
}

if (editor) {
  const ask = () => {
    editor.querySelectorAll("input[data-usual]").forEach(mark);
    show(`${editor.action}?${new URLSearchParams(new FormData(editor))}`, true);
  };
  editor.addEventListener("change", ask);
  editor.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
}

follow();
