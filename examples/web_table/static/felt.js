// The felt: the players round it, and the trick in the middle.

import { $, element, mark, number, sync } from "./dom.js";
import { counted, face, list, small, TEXT, word } from "./cards.js";

const SOON = 30; // seconds before the computer plays for somebody from which the page counts down

// Points at equal distances round the table, clockwise from the player's own seat at the bottom.
function ring(players, width, height) {
  const points = [];
  for (let step = 0; step <= 2000; step++) {
    const angle = Math.PI / 2 + (step * Math.PI) / 1000;
    const bent = (value) => Math.sign(value) * Math.abs(value) ** 0.7;
    points.push([bent(Math.cos(angle)) * width, bent(Math.sin(angle)) * height]);
  }
  const lengths = [0];
  for (let n = 1; n < points.length; n++) {
    lengths.push(lengths[n - 1] + Math.hypot(points[n][0] - points[n - 1][0], points[n][1] - points[n - 1][1]));
  }
  return Array.from({ length: players }, (_, n) => points[lengths.findIndex((each) => each >= (n * lengths.at(-1)) / players)]);
}

// Where each seat is, from the middle of the felt, so that no name leaves it.
function places({ view }) {
  const [felt, plates] = [$("felt"), [...$("seats").children]];
  const [width, height] = [felt.clientWidth, felt.clientHeight];
  const edge = width < 560 ? 5 : 14;
  const half = (size) => Math.max(...plates.map((plate) => plate[size])) / 2 + edge;
  const points = ring(view.names.length, width / 2 - half("offsetWidth"), height / 2 - half("offsetHeight"));
  return (seat) => points[(seat - (view.seat ?? 0) + view.names.length) % view.names.length];
}

export function drawFelt(now) {
  const { view, screen } = now;
  const felt = $("felt");
  felt.classList.toggle("many", view.names.length > 6);
  felt.classList.toggle("some", view.names.length > 4);
  felt.classList.toggle("narrow", felt.clientWidth < 560);
  felt.classList.toggle("broken", Boolean(screen.isBroken));
  drawPlates(now);
  const at = places(now);
  for (const [seat, plate] of [...$("seats").children].entries()) {
    const [x, y] = at(seat);
    plate.style.setProperty("--x", `${x}px`);
    plate.style.setProperty("--y", `${y}px`);
  }
  drawArrows(now, at);
  drawTrick(now, at);
}

// While cards are passed: an arrow from the player to each of those who get some.
function drawArrows({ view, screen }, at) {
  const takers = view.phase === "pass" && view.to_act.includes(view.seat) ? [...new Set(screen.takers)] : [];
  $("arrows").replaceChildren(...takers.map((seat) => {
    const [[x, y], [toX, toY]] = [at(view.seat), at(seat)];
    const made = element("span", "", `➔${TEXT}`);
    made.style.setProperty("--x", `${(x + toX) / 2}px`);
    made.style.setProperty("--y", `${(y + toY) / 2}px`);
    made.style.setProperty("--turn", `${Math.atan2(toY - y, toX - x)}rad`);
    return made;
  }));
}

function drawPlates(now) {
  const { view, screen } = now;
  const seats = view.names.map((name, seat) => ({ name, seat }));
  sync($("seats"), seats, ({ seat }) => `${seat}`, () => element("li", "plate"), (plate, { name, seat }) => {
    plate.classList.toggle("turn", view.to_act.includes(seat));
    plate.classList.toggle("won", now.screen.winners.includes(seat));
    plate.classList.toggle("me", seat === view.seat);
    const side = screen.sides.findIndex((seats) => seats.includes(seat));
    plate.style.setProperty("--hue", `${(360 * side) / screen.sides.length + 20}`);
    const open = list(view.table.shown[seat]).map((card) => small(card, `shows the ${word(card)}`));
    plate.replaceChildren(
      initial(now, seat),
      element("span", "who", element("b", "", name), ...(seat === view.dealer ? [mark("D", "dealer", "deals")] : [])),
      points(now, seat),
      element("span", "facts", ...absence(now, seat), ...facts(now, seat)),
      ...took(now, seat),
      ...(open.length ? [element("span", "open", ...open)] : []),
    );
    plate.querySelector("b").title = name;
  });
}

// The initial of a player, in the colour of the side; square for a computer.
function initial({ view, screen, humans }, seat) {
  const [{ segment }] = new Intl.Segmenter().segment(view.names[seat]);
  const partners = screen.sides.find((seats) => seats.includes(seat)).filter((each) => each !== seat);
  const words = [!humans.includes(seat) && "computer", partners.length && `partner of ${partners.map((each) => view.names[each]).join(" and ")}`];
  const made = mark(segment, "initial", words.filter(Boolean).join(", "));
  made.classList.toggle("bot", !humans.includes(seat));
  if (!made.ariaLabel) made.role = "presentation";
  return made;
}

// Whether a player is away, and when the computer plays.
function* absence({ humans, here, standIns, waits }, seat) {
  if (waits[seat] <= SOON) {
    const clock = mark("", "clock", "then the computer plays");
    clock.dataset.seat = seat;
    yield clock;
  }
  if (!humans.includes(seat) || here.includes(seat)) return;
  const plays = standIns.includes(seat);
  yield mark("away", "away", plays ? "away: the computer plays until this player returns" : "not connected");
}

// The score, and the points of this round so far.
function points({ view, screen }, seat) {
  const score = mark(number(view.scores[seat]), "score", `score ${number(view.scores[seat])}`);
  const round = screen.end === "over" ? 0 : screen.points[seat];
  if (!round) return element("span", "points-of", score);
  const text = number(round, true);
  return element("span", "points-of", score, mark(text, "round", `${text} points this round`));
}

function* facts({ view }, seat) {
  const tricks = view.table.tricks.filter((each) => each.taker === seat).length;
  const held = view.hand_sizes[seat];
  if (held && seat !== view.seat) {
    const fan = mark("", "fan", `${held} card${held > 1 ? "s" : ""} in hand`);
    fan.style.setProperty("--n", Math.min(held, 13));
    yield fan;
  }
  if (tricks) yield mark(`${tricks}`, "tricks", `${tricks} trick${tricks > 1 ? "s" : ""}`);
}

// The cards that a player has taken and that count: those that are no hearts one by one, in front.
function* took({ screen }, seat) {
  const taken = list(screen.taken[seat]);
  if (!taken.length) return;
  const { named, more, hearts } = counted(taken);
  const made = element("span", "took", ...named.map((card) => small(card)), more, hearts);
  made.role = "img";
  made.ariaLabel = made.title = `has taken ${taken.map(word).join(", ")}`;
  yield made;
}

// Count down on the plates of those for whom the computer will play.
export function tick(now, since) {
  for (const clock of document.querySelectorAll(".clock")) {
    const left = Math.max(0, Math.ceil(now.waits[clock.dataset.seat] - (Date.now() - since) / 1000));
    clock.textContent = `${left} s`;
  }
}

// How far from the middle to a player a card lies: beside the plate if there is room for that.
function within([x, y], plate, w, most) {
  const beside = 1 - (plate.offsetWidth + w + 8) / 2 / Math.abs(x);
  const before = 1 - (plate.offsetHeight + 1.42 * w + 8) / 2 / Math.abs(y);
  return Math.max(0.42 * w / Math.hypot(x, y), Math.min(most, Math.max(beside, before)));
}

function drawTrick({ view, screen, state }, at) {
  const { trick, tricks } = view.table;
  const taken = !trick.cards.length && tricks.length > 0;
  const shown = taken ? tricks.at(-1) : trick;
  const number = tricks.length - (taken ? 1 : 0);
  const gone = screen.cancelled[taken ? 1 : 0] ?? [];
  const cards = shown.cards.map((card, place) => ({ card, place, seat: (shown.leader + place) % shown.players }));
  const felt = $("felt");
  const [many, some, narrow] = ["many", "some", "narrow"].map((name) => felt.classList.contains(name));
  const [share, tall] = many ? [narrow ? 0.1 : 0.085, 0.165] : [some ? 0.11 : 0.145, some ? 0.15 : 0.19];
  const w = Math.min(felt.clientWidth * (narrow ? share : share * 0.75), felt.clientHeight * tall, 132);
  const most = many ? Infinity : (some ? 3 : 1.65) * w;
  const box = $("trick");
  box.style.setProperty("--w", `${w}px`);
  box.classList.toggle("taken", taken && shown.taker !== null);
  const to = shown.taker === null ? [0, 0] : at(shown.taker);
  const key = ({ place, card }) => `${state.split(".")[0]}-${view.sheets.length}-${number}-${place}-${card}`;
  sync(box, screen.end === "over" ? [] : cards, key, ({ card }) => face(card), (child, { seat, card, place }) => {
    const seated = at(seat);
    const lap = Math.floor(place / shown.players); // 1 for the second lap of a trick
    const reach = within(seated, seatNode(seat), w, many ? 0.53 : 0.42);
    const x = Math.max(-most, Math.min(most, seated[0] * reach)) + 16 * lap;
    const y = seated[1] * reach + 12 * lap;
    const [fromX, fromY, toX, toY] = [seated[0] - x, seated[1] - y, to[0] - x, to[1] - y];
    for (const [name, value] of Object.entries({ x, y, "from-x": fromX, "from-y": fromY, "to-x": toX, "to-y": toY })) {
      child.style.setProperty(`--${name}`, `${value}px`);
    }
    child.style.setProperty("--tilt", `${((seat * 37 + place * 11) % 9) - 4}deg`);
    const isGone = gone.includes(place);
    child.classList.toggle("cancelled", isGone);
    child.role = "img";
    child.ariaLabel = `${view.names[seat]}: ${word(card)}${isGone ? ", cancelled" : ""}`;
  });
}

// Where a player sits, on the screen; the middle of the felt for nobody.
export const seatNode = (seat) => $("seats").children[seat] ?? $("felt");
