// Cards in two keystrokes each: a rank, then a suit. The field is plain text, so that it can be written by hand as well.

const RANKS = "AKQJT98765432";
const SUITS = "shdc";

// What was written as cards: ranks in capitals, suits small, a space after each.
function tidy(written) {
  const keys = written.replaceAll("10", "T").replace(/[^0-9a-zA-Z?]/g, "");
  let cards = "";
  let half = "";
  for (const key of keys) {
    if (key === "?") { half = half === "?" ? "" : "?"; if (!half) cards += "?? "; continue; }
    if (!half && RANKS.includes(key.toUpperCase())) half = key.toUpperCase();
    else if (half && half !== "?" && SUITS.includes(key.toLowerCase())) { cards += `${half}${key.toLowerCase()} `; half = ""; }
  }
  return cards + half;
}

export function keying(root) {
  for (const field of root.querySelectorAll("[data-cards]")) {
    field.addEventListener("input", (event) => {
      if (event.inputType === "deleteContentBackward") { field.value = field.value.trimEnd(); return; }
      field.value = tidy(field.value);
    });
  }
  for (const pad of root.querySelectorAll("[data-keypad]")) {
    pad.addEventListener("click", (event) => {
      const key = event.target.closest("[data-key]")?.dataset.key;
      const field = document.getElementById(pad.dataset.keypad);
      if (!key || !field) return;
      field.value = key === "back" ? tidy(field.value.trimEnd().slice(0, -1)) : tidy(field.value + (key === "?" ? "??" : key));
    });
  }
}
