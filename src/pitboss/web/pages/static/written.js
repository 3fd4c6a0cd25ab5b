// Text that a person typed before a redirect (to unlock, to sign in) is kept, except secrets, and restored on their return.

import { findAll, findField } from "./dom.js";

const KEPT = "pitboss-written";
const FIELDS = "input[id]:not([type=hidden]):not([type=password]):not([type=radio]):not([type=checkbox]), textarea[id]";

export function keepWritten() {
  const written = findAll(document, FIELDS, HTMLElement).flatMap(({ id }) => {
    const value = findField(id)?.value;
    return value ? [[id, value]] : [];
  });
  if (written.length) sessionStorage.setItem(KEPT, JSON.stringify({ path: location.pathname, written }));
}

export function putBack() {
  const found = sessionStorage.getItem(KEPT);
  if (!found) return;
  const { path, written } = JSON.parse(found);
  if (path !== location.pathname) return;
  sessionStorage.removeItem(KEPT);
  for (const [id, value] of written) {
    const field = findField(id);
    if (!field || field.value) continue;
    field.value = value;
    field.closest("details")?.setAttribute("open", "");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
