// A console that was left idle is locked in place: what was typed stays, the table goes on behind the form, and a PIN
// unlocks it. Any other page of the staff goes to a page of its own, and back.

import { findFirst, readForm, say } from "./dom.js";
import { keepWritten } from "./written.js";

const dialog = findFirst(document, "#lock", HTMLDialogElement);
const wrong = document.getElementById("lock-wrong");

export const isLocked = () => dialog?.open ?? false;

export function lock() {
  if (!dialog) {
    keepWritten();
    location.assign(`/unlock?then=${encodeURIComponent(location.pathname)}`);
  }
  else if (!dialog.open) dialog.showModal();
}

dialog?.addEventListener("cancel", (event) => event.preventDefault()); // the key Escape
dialog?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  const answer = await fetch(form.action, { method: "POST", body: readForm(form), headers: { "X-Fragment": "1" } }).catch(() => null);
  if (answer?.url.includes("/sign-in")) { location.assign(`/sign-in?then=${encodeURIComponent(location.pathname)}`); return; }
  form.reset();
  if (wrong) wrong.textContent = !answer ? say("The house cannot be reached. Try again.") : answer.ok ? "" : await answer.text();
  if (!answer?.ok) return;
  dialog.close();
  dialog.dispatchEvent(new Event("unlocked", { bubbles: true }));
});
