// Presses and drags. A button that is replaced between press and release gets no click, so patches wait until nothing is
// pressed or dragged.

const AFTER = 60; // a touch tells of its click a little after the finger is up
/** @type {(() => void)[]} */
const waiting = [];
/** @type {Set<string>} */
const held = new Set();
let ending = 0;

/** @param {string} by */
function hold(by) {
  clearTimeout(ending);
  ending = 0;
  held.add(by);
}

/** @param {string} by */
function release(by) {
  if (!held.delete(by) || held.size) return;
  clearTimeout(ending);
  ending = setTimeout(() => {
    ending = 0;
    for (const go of waiting.splice(0)) go();
  }, AFTER);
}

// Wait until nothing is pressed.
/** @returns {Promise<void>} */
export function released() {
  return held.size || ending ? new Promise((go) => waiting.push(go)) : Promise.resolve();
}

/** @template {keyof WindowEventMap} T @param {T} name @param {(event: WindowEventMap[T]) => void} does */
const on = (name, does) => addEventListener(name, does, true);
on("pointerdown", () => hold("pointer"));
on("pointerup", () => release("pointer"));
on("dragstart", () => hold("drag")); // the pointer is cancelled as a drag begins
on("pointercancel", () => release("pointer"));
on("dragend", () => { release("drag"); release("pointer"); });
on("keydown", (event) => { if (event.key === " ") hold("bar"); }); // a button is clicked as the bar comes up
on("keyup", (event) => { if (event.key === " ") release("bar"); });
on("blur", (event) => { if (event.target === window) [...held].forEach(release); });
