// The felt: the players round it, and the trick in the middle.

import { $, element, mark, number, sync } from "./dom.js";
import { portrait } from "./faces.js";
import { counted, dress, face, list, small, spoken, TEXT, word } from "./cards.js";

const SOON = 30; // seconds before the computer plays for somebody from which the page counts down

// Points at equal distances round the table, clockwise from the player's own seat at the bottom; many make rows.
function ring(players, width, height) {
  const bend = players > 6 ? 0.5 : 0.7;
  const points = [];
  for (let step = 0; step <= 2000; step++) {
    const angle = Math.PI / 2 + (step * Math.PI) / 1000;
    const bent = (value) => Math.sign(value) * Math.abs(value) ** bend;
    points.push([bent(Math.cos(angle)) * width, bent(Math.sin(angle)) * height]);
  }
  const lengths = [0];
  for (let n = 1; n < points.length; n++) {
    lengths.push(lengths[n - 1] + Math.hypot(points[n][0] - points[n - 1][0], points[n][1] - points[n - 1][1]));
  }
  return Array.from({ length: players }, (_, n) => points[lengths.findIndex((each) => each >= (n * lengths.at(-1)) / players)]);
}

const FORMS = ["slim", "tight", "bare"]; // of the plates, each smaller than the one before

// The plates in the largest form that leaves room for a trick whose cards compare with those of the hand.
export function drawFelt(now) {
  const felt = $("felt");
  felt.classList.toggle("broken", Boolean(now.screen.isBroken));
  drawPlates(now);
  felt.style.setProperty("--players", now.view.names.length);
  const hand = $("hand").firstChild?.offsetWidth || 72;
  felt.classList.remove(...FORMS);
  let room = laidOut(now, hand);
  for (const form of FORMS) {
    if (room.fits) break;
    felt.classList.add(form);
    room = laidOut(now, hand);
  }
  drawArrows(now, room.at);
  drawTrick(now, room);
}

// The plates round the felt, and the room that they leave for the trick: half of it each way from its middle, and
// how wide its cards are.  It fits if no plates overlap and the cards compare with those of the hand.
function laidOut({ screen }, hand) {
  const [felt, plates] = [$("felt"), [...$("seats").children]];
  const [width, height] = [felt.clientWidth / 2, felt.clientHeight / 2];
  const edge = width < 280 ? 2 : 14;
  const half = (size) => Math.max(...plates.map((plate) => plate[size])) / 2 + edge;
  const players = plates.length;
  const near = (1.5 + players / 20) * height; // on a wide felt the plates stay near the trick
  const points = ring(players, Math.min(width - half("offsetWidth"), near), height - half("offsetHeight"));
  const at = (seat) => points[screen.around.indexOf(seat)];
  const boxes = plates.map((plate, seat) => {
    const [x, y] = at(seat);
    plate.style.setProperty("--x", `${x}px`);
    plate.style.setProperty("--y", `${y}px`);
    return { x, y, w: plate.offsetWidth / 2, h: plate.offsetHeight / 2 };
  });
  const apart = (one, other) => Math.abs(one.x - other.x) >= one.w + other.w || Math.abs(one.y - other.y) >= one.h + other.h;
  const areApart = boxes.every((one, n) => boxes.slice(n + 1).every((other) => apart(one, other)));
  const beside = ({ x, w }) => Math.abs(x) - w - 3;
  const [least, most] = [0.7 * hand, Math.min(1.25 * hand, Math.max(hand, 66))];
  const rooms = [width, ...boxes.map(beside)].map((a) => {
    const within = boxes.filter((box) => beside(box) < a);
    const top = Math.max(-height, ...within.filter(({ y }) => y <= 0).map(({ y, h }) => y + h)) + 3;
    const bottom = Math.min(height, ...within.filter(({ y }) => y > 0).map(({ y, h }) => y - h)) - 3;
    const b = (bottom - top) / 2;
    // As cards tilt, those as wide as 1 need 1.1 by 1.49.  Whole ones are 1 apart; 0.6 shows their indices.
    const wide = (apart) => Math.min(a / (0.55 + apart / 2), b / (0.745 + apart / 2), (3.4 * (a + b)) / (apart * players + 4.4));
    const w = Math.min(most, Math.max(24, wide(1), Math.min(wide(0.6), least)));
    return { at, a, b, y: top + b, w, fits: areApart && wide(1) >= least };
  });
  const worth = ({ w, a, b }) => 10 * w + Math.min(a, 2 * w) + Math.min(b, 2 * w);
  return rooms.reduce((best, room) => (worth(room) > worth(best) ? room : best));
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
    plate.title = name;
  });
}

// The initial of a player, in the colour of the side; a face for a computer.
function initial({ view, screen, humans }, seat) {
  const isBot = !humans.includes(seat);
  const [{ segment }] = new Intl.Segmenter().segment(view.names[seat]);
  const partners = screen.sides.find((seats) => seats.includes(seat)).filter((each) => each !== seat);
  const words = [isBot && "computer", partners.length && `partner of ${partners.map((each) => view.names[each]).join(" and ")}`];
  const made = mark(element("span", "", segment), "initial", words.filter(Boolean).join(", "));
  if (isBot) made.append(portrait(seat, mood(screen, seat)));
  made.classList.toggle("bot", isBot);
  if (!made.ariaLabel) made.role = "presentation";
  return made;
}

// How the round goes for a player so far; at the end, whether the game is won.
function mood({ end, points, isHighBest, winners }, seat) {
  if (end === "over") return winners.includes(seat) ? "glad" : "sad";
  if (!points[seat]) return "plain";
  return points[seat] > 0 === isHighBest ? "glad" : "sad";
}

// Whether a player is away or has yet to come, and when the computer plays.
function* absence({ humans, here, expected, standIns, waits }, seat) {
  if (waits[seat] <= SOON) {
    const clock = mark("", "clock", "then the computer plays");
    clock.dataset.seat = seat;
    yield clock;
  }
  if (!humans.includes(seat) || here.includes(seat)) return;
  const gone = standIns.includes(seat) ? "away: the computer plays until this player returns" : "not connected";
  const comes = expected.includes(seat);
  yield mark(comes ? "awaited" : "away", "away", comes ? "has yet to come" : gone);
}

// The score, and the points of this round so far.
function points({ view, screen }, seat) {
  const score = mark(number(view.scores[seat]), "score", `score ${number(view.scores[seat])}`);
  const round = screen.end === "over" ? 0 : screen.points[seat];
  if (!round) return element("span", "points-of", score);
  const text = number(round, true);
  const is = round > 0 === screen.isHighBest ? "round good" : "round";
  return element("span", "points-of", score, mark(text, is, `${text} points this round`));
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

// The cards that a player has taken and that count: hearts by number, the others one by one, in front.
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

function drawTrick({ view, screen, state }, { at, a, b, y: middle, w }) {
  const { trick, tricks } = view.table;
  const taken = !trick.cards.length && tricks.length > 0;
  const shown = taken ? tricks.at(-1) : trick;
  const number = tricks.length - (taken ? 1 : 0);
  const gone = screen.cancelled[taken ? 1 : 0] ?? [];
  const cards = shown.cards.map((card, place) => ({ card, place, seat: (shown.leader + place) % shown.players }));
  const players = view.names.length;
  const most = 0.42 * players * w;
  const wide = Math.max(most, a - 1.9 * w); // near the plates beside it
  const points = ring(players, Math.min(a - 0.55 * w, wide), Math.min(b - 0.745 * w, 0.66 * most));
  const box = $("trick");
  box.style.setProperty("--w", `${w}px`);
  box.classList.toggle("taken", taken && shown.taker !== null);
  const to = shown.taker === null ? [0, 0] : at(shown.taker);
  const key = ({ place, card }) => `${state.split(".")[0]}-${view.sheets.length}-${number}-${place}-${card}`;
  sync(box, screen.end === "over" ? [] : cards, key, ({ card }) => face(card), (child, { seat, card, place }) => {
    const seated = at(seat);
    const lap = Math.floor(place / shown.players); // 1 for the second lap of a trick
    const point = points[screen.around.indexOf(seat)];
    const [x, y] = [point[0] / (1 + lap), point[1] / (1 + lap) + middle];
    const [fromX, fromY, toX, toY] = [seated[0] - x, seated[1] - y, to[0] - x, to[1] - y];
    for (const [name, value] of Object.entries({ x, y, "from-x": fromX, "from-y": fromY, "to-x": toX, "to-y": toY })) {
      child.style.setProperty(`--${name}`, `${value}px`);
    }
    child.style.zIndex = Math.round(x + y) + 999; // so that the index of each is in sight
    child.style.setProperty("--tilt", `${((seat * 37 + place * 11) % 9) - 4}deg`);
    const isGone = gone.includes(place);
    child.classList.toggle("cancelled", isGone);
    dress(child, card);
    child.role = "img";
    child.ariaLabel = `${view.names[seat]}: ${spoken(card)}${isGone ? ", cancelled" : ""}`;
  });
}

// Where a player sits, on the screen; the middle of the felt for nobody.
export const seatNode = (seat) => $("seats").children[seat] ?? $("felt");
