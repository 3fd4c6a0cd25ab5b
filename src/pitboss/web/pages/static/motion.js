// What is new on a felt comes in one after the other: cards in the order of the deal, chips, then results in the order
// in which they were decided. Whoever prefers less motion has everything at once.

const STEP = 110;
const MOST = 2200;
const still = matchMedia("(prefers-reduced-motion: reduce)");

const marks = (root, name) => new Set([...root.querySelectorAll(`[data-${name}]`)].map((each) => mark(each, name)));

function mark(each, name) {
  const stake = each.closest("[data-stake]");
  return name === "settled" ? `${stake?.dataset.stake}/${each.dataset.settled}` : each.dataset[name];
}

export function before(root) {
  return still.matches ? null : { card: marks(root, "card"), stake: marks(root, "stake"), settled: marks(root, "settled") };
}

function bring(found, kind, from) {
  const step = Math.min(STEP, MOST / Math.max(1, found.length));
  found.forEach((each, place) => {
    each.style.animationDelay = `${from + place * step}ms`;
    each.classList.add(kind);
  });
  return from + found.length * step;
}

function dealtOrder(one, other) {
  const [a, b] = [one, other].map((each) => each.dataset.card.split(".").map(Number));
  return a[1] - b[1] || a[0] - b[0];
}

export function after(root, known) {
  if (!known) return;
  const fresh = (name) => [...root.querySelectorAll(`[data-${name}]`)].filter((each) => !known[name].has(mark(each, name)));
  const packets = root.querySelector(".device.is-shuffler");
  const cards = fresh("card");
  if (!packets) cards.sort(dealtOrder);
  let at = bring(fresh("stake"), "is-laid-new", 0);
  at = bring(cards, "is-new", at);
  const results = fresh("settled").sort((a, b) => a.dataset.settled - b.dataset.settled);
  bring(results, "is-paid", at);
}
