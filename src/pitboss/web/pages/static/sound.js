// Quiet sounds of a table, made here and off until they are asked for: a card that slides, chips that click, a win.

const KEPT = "pitboss-sound";
/** @type {AudioContext | undefined} */
let context;

export const isOn = () => localStorage.getItem(KEPT) === "on";

// A burst of noise through a filter: a card or a chip, by its pitch and length.
/** @param {AudioContext} on @param {number} at @param {number} pitch @param {number} seconds @param {number} loud */
function brush(on, at, pitch, seconds, loud) {
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * seconds), on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = (Math.random() * 2 - 1) * (1 - place / samples.length) ** 2;
  const source = new AudioBufferSourceNode(on, { buffer });
  const filter = new BiquadFilterNode(on, { type: "bandpass", frequency: pitch, Q: 1.2 });
  source.connect(filter).connect(new GainNode(on, { gain: loud })).connect(on.destination);
  source.start(at);
}

/** @param {AudioContext} on @param {number} at @param {number} pitch */
function ring(on, at, pitch) {
  const tone = new OscillatorNode(on, { type: "sine", frequency: pitch });
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.06, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
  tone.connect(gain).connect(on.destination);
  tone.start(at);
  tone.stop(at + 0.55);
}

/** @type {Record<string, (on: AudioContext, at: number) => void>} */
const SOUNDS = {
  card: (on, at) => brush(on, at, 2600, 0.09, 0.16),
  chip: (on, at) => { brush(on, at, 5200, 0.025, 0.2); brush(on, at + 0.045, 4300, 0.02, 0.12); },
  win: (on, at) => [523.25, 659.25, 783.99].forEach((pitch, place) => ring(on, at + place * 0.09, pitch)),
};

/** @param {"card" | "chip" | "win"} name @param {number} [delay] in milliseconds */
export function play(name, delay = 0) {
  if (!isOn()) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  SOUNDS[name]?.(context, context.currentTime + delay / 1000);
}

/** @param {HTMLElement} root */
export function showSound(root) {
  for (const button of root.querySelectorAll("[data-sound]")) button.setAttribute("aria-pressed", String(isOn()));
}

/** @param {HTMLElement} root */
export function listenToSound(root) {
  root.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("[data-sound]"))) return;
    localStorage.setItem(KEPT, isOn() ? "off" : "on");
    showSound(root);
    play("chip");
  });
}
