// Without a connection a banner says so, nothing is sent, and the page goes on by itself once it is back.

import { getPart, say } from "./dom.js";

const GRACE = 1200; // a stream that is opened anew at once is nothing to tell of
const live = getPart("live");
const banner = document.createElement("p");
banner.className = "offline notice";
banner.setAttribute("role", "status");
let waiting = 0;
const AGAIN = 2000;

export const isCut = () => live.classList.contains("is-cut");

export function showCut() {
  clearTimeout(waiting);
  waiting = 0;
  if (isCut()) return;
  live.classList.add("is-cut");
  banner.textContent = say("No connection. Nothing is sent until it is back; then the page goes on by itself.");
  live.before(banner);
  setTimeout(probe, AGAIN);
}

// A stream that stayed open sends no sign that the connection is back.
async function probe() {
  if (!isCut()) return;
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer) showBack();
  else setTimeout(probe, AGAIN);
}

export function expectCut() {
  waiting ||= setTimeout(showCut, GRACE);
}

export function showBack() {
  clearTimeout(waiting);
  waiting = 0;
  live.classList.remove("is-cut");
  banner.remove();
}

addEventListener("offline", showCut);
