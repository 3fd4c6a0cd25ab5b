// Chips to tap: each adds its value to the spot that was touched last; undo and clear take it away again.

let spot = "";
let laid = [];

const cents = (field) => Math.round(Number(field.value.replace(/[$,]/g, "") || 0) * 100);

function write(field, amount) {
  field.value = amount ? (amount % 100 ? (amount / 100).toFixed(2) : String(amount / 100)) : "";
}

function light(fields) {
  for (const field of fields) field.classList.toggle("is-active", field.id === spot);
}

export function prepare(root) {
  const fields = [...root.querySelectorAll("[data-spot]")];
  if (!fields.some((field) => field.id === spot)) spot = fields[0]?.id ?? "";
  if (fields.every((field) => !field.value)) laid = [];
  light(fields);
  const picked = root.querySelector(".picked");
  const mark = () => { const at = root.querySelector(".pick input:checked"); if (picked && at) picked.textContent = at.value; };
  mark();
  for (const radio of root.querySelectorAll(".pick input")) radio.addEventListener("change", mark);
  for (const field of fields) field.addEventListener("focus", () => { spot = field.id; light(fields); });
  for (const button of root.querySelectorAll("[data-chip]")) {
    button.addEventListener("click", () => {
      const field = document.getElementById(spot);
      if (!field) return;
      const value = Number(button.dataset.chip);
      laid.push([spot, value]);
      write(field, cents(field) + value);
    });
  }
  root.querySelector("[data-undo]")?.addEventListener("click", () => {
    const [id, value] = laid.pop() ?? [];
    const field = id && document.getElementById(id);
    if (field) write(field, Math.max(0, cents(field) - value));
  });
  root.querySelector("[data-clear]")?.addEventListener("click", () => {
    laid = [];
    for (const field of fields) write(field, 0);
  });
}
