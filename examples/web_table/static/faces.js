// Faces of the computer players, drawn from a few shapes: each seat has its own, and it shows how the round goes.

import { svg } from "./dom.js";

const SKIN = ["#f1c9a5", "#c98d5e", "#e5b48a", "#8d5a3b", "#f6dcc4", "#a9744f"];
const HAIR = ["#3b2417", "#111", "#a0522d", "#d8b25c", "#6b6b6b"];
const CUTS = [
  "M4 15C3 3 29 3 28 15 24 9 10 12 4 15Z", // short
  "M4 24C0 2 32 2 28 24L25 13C18 12 12 11 7 13Z", // long
  "M5 13C6 5 26 5 27 13 20 9 12 9 5 13ZM16 1a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z", // a bun
  "M4 13C5 3 27 3 28 13L32 14 4 14Z", // a cap
  "M6 20C7 33 25 33 26 20 22 25 10 25 6 20Z", // a beard
];
const MOUTHS = { plain: "M11 22h10", glad: "M11 21q5 5 10 0", sad: "M11 24q5-5 10 0" };

export function portrait(seat, mood) {
  const [skin, hair, cut] = [SKIN, HAIR, CUTS].map((kinds) => kinds[seat % kinds.length]);
  const eyes = [12, 20].map((cx) => svg("circle", { cx, cy: 16, r: 1.6 }));
  const glasses = seat % 3 === 1 ? [svg("path", { d: "M8 16a4 4 0 1 0 8 0 4 4 0 1 0-8 0Zm8 0a4 4 0 1 0 8 0 4 4 0 1 0-8 0Z", class: "drawn" })] : [];
  return svg(
    "svg", { viewBox: "0 0 32 32", "aria-hidden": "true" },
    svg("circle", { cx: 16, cy: 17, r: 12.5, fill: skin }), svg("path", { d: cut, fill: hair }),
    ...eyes, ...glasses, svg("path", { d: MOUTHS[mood], class: "drawn" }),
  );
}
