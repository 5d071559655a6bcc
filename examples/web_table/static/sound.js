// Sounds, made by the browser from the first click on, until somebody switches them off.

import { remember, setting } from "./own.js";

let context = null;
let isOn = setting("sound", true);

export const soundIsOn = () => isOn;

export function switchSound() {
  isOn = !isOn;
  remember("sound", isOn);
  if (isOn) play("turn");
  return isOn;
}

// A browser lets a page sound only after a first tap or key.
for (const event of ["pointerdown", "keydown"]) addEventListener(event, () => isOn && ready());

function ready() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

// A note: its pitch, when it begins, how long it lasts, how loud it is.
function note(pitch, at, length, loudness = 0.12, shape = "triangle") {
  const [from, tone, gain] = [context.currentTime + at, context.createOscillator(), context.createGain()];
  tone.type = shape;
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0.0001, from);
  gain.gain.exponentialRampToValueAtTime(loudness, from + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  tone.connect(gain).connect(context.destination);
  tone.start(from);
  tone.stop(from + length);
}

// A rustle: noise through a filter, as of a card on cloth.
function rustle(at, length, pitch, loudness = 0.25) {
  const [from, size] = [context.currentTime + at, Math.ceil(context.sampleRate * length)];
  const buffer = context.createBuffer(1, size, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < size; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / size) ** 3;
  const [source, filter, gain] = [context.createBufferSource(), context.createBiquadFilter(), context.createGain()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(from);
}

const SOUNDS = {
  card: () => rustle(0, 0.09, 1900),
  trick: () => [0, 0.07, 0.14].forEach((at) => rustle(at, 0.1, 1100, 0.18)),
  deal: () => [0, 1, 2, 3, 4, 5, 6, 7].forEach((n) => rustle(n * 0.06, 0.06, 2200, 0.15)),
  turn: () => [[660, 0], [880, 0.11]].forEach(([pitch, at]) => note(pitch, at, 0.25)),
  broken: () => [[392, 0], [311, 0.13]].forEach(([pitch, at]) => note(pitch, at, 0.4, 0.1, "sine")),
  moment: () => [[98, 0], [147, 0.02], [196, 0.3]].forEach(([pitch, at]) => note(pitch, at, 1.1, 0.14, "sine")),
  over: () => [523, 659, 784, 1047].forEach((pitch, n) => note(pitch, n * 0.14, 0.45)),
};

export function play(name) {
  if (!isOn || !context) return;
  SOUNDS[name]();
}
