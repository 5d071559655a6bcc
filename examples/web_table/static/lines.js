// The running scores as lines over the rounds, with a name at the end of each, and marks for what was special.

import { element, number, svg } from "./dom.js";

const [TOP, LOW, LABEL] = [24, 20, 17]; // pixels: the edges, and the height of a name

// One below the other, each as near as can be to where it belongs.
function spread(places, least, most) {
  places.forEach((place, n) => (place.y = Math.max(place.y, n ? places[n - 1].y + LABEL : least)));
  places.toReversed().forEach((place, n, all) => (place.y = Math.min(place.y, n ? all[n - 1].y - LABEL : most)));
}

// `sides` are those who share a score, each with its name.
export function lines({ rounds, start, goal, sides: colours }, sides) {
  const width = Math.min(598, innerWidth - 56);
  const height = Math.max(200, sides.length * LABEL + TOP + LOW);
  const course = sides.map(({ side: [seat] }) => [start, ...rounds.map(({ scores }) => scores[seat])]);
  const labels = sides.map(({ name }, n) => `${name} ${number(course[n].at(-1))}`);
  const room = Math.min(0.45 * width, 7.4 * Math.max(...labels.map(({ length }) => length)) + 4);
  const shown = [0, ...course.flat(), ...(goal === null ? [] : [goal])];
  const [least, most] = [Math.min(...shown), Math.max(...shown)];
  const left = 8 + 6.6 * number(goal ?? 0).length;
  const x = (round) => left + (round * (width - left - room - 16)) / rounds.length;
  const y = (score) => TOP + ((height - TOP - LOW) * (most - score)) / (most - least || 1);
  const across = (score, name) => [
    svg("path", { class: name, d: `M${left} ${y(score)}H${x(rounds.length)}` }),
    svg("text", { x: 0, y: y(score) + 4, class: "scale" }, number(score)),
  ];
  const every = Math.ceil(24 / (x(1) - x(0)));
  const ticks = rounds.map((_, n) => svg("text", { x: x(n + 1), y: height - 4, class: "scale round-of" }, (n + 1) % every ? "" : `${n + 1}`));
  const ends = course.map((scores, n) => ({ n, y: y(scores.at(-1)) })).sort((one, other) => one.y - other.y);
  spread(ends, TOP, height - LOW);
  const drawn = sides.map(({ side }, n) => {
    const end = ends.find((each) => each.n === n).y;
    const points = course[n].map((score, round) => `${x(round)} ${y(score)}`);
    const label = svg("text", { x: width - room, y: end + 4 }, labels[n]);
    if (7.4 * labels[n].length > room) Object.entries({ textLength: room, lengthAdjust: "spacingAndGlyphs" }).forEach((each) => label.setAttribute(...each));
    const marks = rounds.flatMap(({ moon, took, worst, scores }, round) => {
      const mark = (text, up) => svg("text", { x: x(round + 1), y: y(scores[side[0]]) + up, class: "what" }, text);
      const has = (seats) => seats.some((seat) => side.includes(seat));
      return [...(has(took) ? [mark(sign(worst), 5)] : []), ...(has(moon) ? [mark("☾\uFE0E", -8)] : [])];
    });
    const hue = (360 * colours.findIndex((seats) => seats.includes(side[0]))) / colours.length + 20;
    const made = svg("g", {}, svg("path", { class: "line", d: `M${points.join("L")}L${width - room - 4} ${end}` }), label, ...marks);
    made.style.setProperty("--hue", hue);
    made.style.setProperty("--dash", n ? `${4 * n} 4` : "none");
    return made;
  });
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": said(rounds, sides, labels) }, ...across(0, "zero"), ...(goal ? across(goal, "goal") : []), ...ticks, ...drawn);
  const worst = [...new Set(rounds.filter(({ took }) => took.length).map((each) => each.worst))];
  const kinds = [...new Set(worst.map(sign))].map((kind) => `${kind} took ${worst.filter((card) => sign(card) === kind).join(" or ")}`);
  const key = [...kinds, ...(rounds.some(({ moon }) => moon.length) ? ["☾\uFE0E shot the moon"] : [])];
  return element("figure", "lines", picture, element("figcaption", "", key.join(" · ")));
}

const sign = (card) => card.match(/[♣♦♠♥]/)?.[0] ?? "★";

// The picture in a sentence for each side.
function said(rounds, sides, labels) {
  const when = (side, key) => rounds.flatMap((round, n) => (round[key].some((seat) => side.includes(seat)) ? [n + 1] : []));
  const parts = sides.map(({ side }, n) => {
    const [moon, took] = [when(side, "moon"), when(side, "took")];
    const deeds = [moon.length && `shot the moon in round ${moon.join(", ")}`, took.length && `took the costliest card in round ${took.join(", ")}`].filter(Boolean);
    return `${labels[n]}${deeds.length ? `: ${deeds.join("; ")}` : ""}.`;
  });
  return `Scores after ${rounds.length} rounds, as lines. ${parts.join(" ")}`;
}
