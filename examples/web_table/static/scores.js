// The dialog with the points of each round, and why.

import { $, button, element, number } from "./dom.js";
import { lines } from "./lines.js";
import { alone, place as table } from "./link.js";
import { dayOf } from "./own.js";
import { share } from "./share.js";

export function drawScores({ view, screen, day, state, isLast }) {
  const parts = screen.rounds.length ? [course(view, screen)] : [element("p", "", "No round has been finished yet.")];
  if (screen.rounds.length > 1) parts.unshift(lines(screen, scored(screen).map((side) => ({ side, name: called(side, view.names) }))));
  if (screen.rounds.length) parts.push(...details(view, screen));
  const winners = screen.winners.map((seat) => view.names[seat]);
  $("scores-title").textContent = winners.length ? `${winners.join(" and ")} won` : "Scores";
  if (winners.length) parts.unshift(...podium(view, screen, day, state));
  $("sheet").replaceChildren(...parts);
  const mine = view.seat !== null;
  if ($("reviewed").dataset.state !== state) $("reviewed").replaceChildren();
  $("reviewed").dataset.state = state;
  $("review").hidden = !(screen.end && mine) || alone || $("reviewed").hasChildNodes();
  $("next").textContent = isLast ? "The result" : "Next round";
  $("next").hidden = screen.end !== "score" || !mine;
  $("again").hidden = screen.end !== "over" || !mine;
  $("to-lobby").hidden = screen.end !== "over";
}

// Those who share a score: partners who pool their points, or each player alone.
const scored = ({ sides, isPooled }) => (isPooled ? sides : sides.flat().sort((one, other) => one - other).map((seat) => [seat]));
const called = (side, names) => side.map((seat) => names[seat]).join(" and ");

// Who came first, second, and so on: the winners, then the others by their scores.
function ranking({ scores }, screen) {
  const rank = ([seat]) => [screen.winners.includes(seat) ? 0 : 1, screen.isHighBest ? -scores[seat] : scores[seat]];
  const isBetter = (one, other) => rank(one)[0] - rank(other)[0] || rank(one)[1] - rank(other)[1];
  const sides = scored(screen).toSorted(isBetter);
  return sides.map((side) => ({ side, place: 1 + sides.filter((other) => isBetter(other, side) < 0).length }));
}

const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"];
const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];

// The first three on steps, the others below, and one's own place in a sentence; and what friends may get of it.
function podium(view, screen, day, state) {
  const places = ranking(view, screen).map((each) => ({ ...each, name: called(each.side, view.names), score: number(view.scores[each.side[0]]) }));
  const rows = places.map(({ side, place, name, score }) => {
    const row = element("li", side.includes(view.seat) ? "me" : "", element("b", "", `${place}`), element("span", "", name), element("span", "", score));
    row.style.setProperty("--place", place);
    return row;
  });
  const list = element("ol", "podium", ...rows);
  const mine = places.find(({ side }) => side.includes(view.seat));
  if (!mine) return [list];
  const level = places.filter((each) => each.place === mine.place && each !== mine).map(({ name }) => name);
  const came = `came ${PLACES[mine.place - 1]} of ${NUMBERS[places.length - 1]}${level.length ? `, level with ${new Intl.ListFormat("en-GB").format(level)}` : ""}.`;
  const box = element("div", "share");
  const title = `${screen.game}, ${day ? `game of the day ${day}` : dayOf(`${table}#${state.split(".")[0]}`)}`;
  share(box, state, [title, `${mine.name} ${came}`, ...places.map(({ place, name, score }) => `${place}. ${name} ${score}`)]);
  return [element("p", "own-place", `${mine.side.length > 1 ? "Your side" : "You"} ${came}`), list, box];
}

function course(view, screen) {
  const head = element("tr", "", element("th", "", "Round"), ...scored(screen).map((side) => element("th", "", called(side, view.names))));
  const body = element("tbody");
  screen.rounds.forEach(({ points, scores, contract }, round) => {
    const cells = scored(screen).map(([seat]) => element("td", "", element("small", "", number(points[seat], true)), ` ${number(scores[seat])}`));
    const name = contract ? [" ", element("small", "", contract)] : [];
    body.append(element("tr", "", element("th", "", `${round + 1}`, ...name), ...cells));
  });
  const scroll = element("div", "scroll", element("table", "", element("thead", "", head), body));
  scroll.tabIndex = 0;
  scroll.role = "region";
  scroll.ariaLabel = "Points of each round";
  return scroll;
}

function details(view, screen) {
  const round = screen.rounds.at(-1);
  const contract = round.contract ? `, ${round.contract},` : "";
  const reasons = element("dl");
  scored(screen).forEach((side) => {
    const lines = side.flatMap((seat) => round.reasons[seat]);
    const shown = lines.length ? lines : [{ points: 0, reason: "took nothing that counts" }];
    reasons.append(element("dt", "", called(side, view.names)));
    for (const { points, reason } of shown) reasons.append(element("dd", "", element("span", "points", number(points, true)), ` ${reason}`));
  });
  const pool = round.pool ? [element("p", "", round.pool)] : [];
  return [element("h3", "", `Round ${screen.rounds.length}${contract} in detail`), reasons, ...pool];
}

// How luck and play shared the round, and the costliest moves, each with a way to play on from before it.
export function showReview({ luck, moves }, playOn) {
  const items = moves.map((move, place) => element("li", "", button("Play on from here", () => playOn(place + 1)), " ", move));
  $("reviewed").replaceChildren(element("h3", "", "Your play"), element("p", "", luck), element("ol", "", ...items));
  $("review").hidden = true;
  $("reviewed").scrollIntoView();
}

export function showScores(now) {
  drawScores(now);
  if (!$("scores").open) $("scores").showModal();
  const first = ["next", "again", "close-scores"].find((id) => !$(id).hidden);
  $(first).focus();
  $("scores").scrollTop = 0; // the places first
}
