// The dialog with the points of each round, and why.

import { $, element, number } from "./dom.js";

export function drawScores({ view, screen, day }) {
  const parts = screen.rounds.length ? [course(view, screen)] : [element("p", "", "No round has been finished yet.")];
  if (screen.rounds.length) parts.push(...details(view, screen));
  const winners = screen.winners.map((seat) => view.names[seat]);
  $("scores-title").textContent = winners.length ? `${winners.join(" and ")} won` : "Scores";
  if (winners.length) parts.unshift(podium(view, screen));
  $("sheet").replaceChildren(...parts);
  const mine = view.seat !== null;
  $("next").hidden = screen.end !== "score" || !mine;
  $("again").hidden = screen.end !== "over" || !mine;
  $("to-lobby").hidden = screen.end !== "over";
  $("copy-result").hidden = !(day && screen.end === "over" && mine && navigator.clipboard); // only on localhost and over HTTPS
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

function podium(view, screen) {
  const rows = ranking(view, screen).map(({ side, place }) =>
    element("li", side.includes(view.seat) ? "me" : "", element("b", "", `${place}`), element("span", "", called(side, view.names)), element("span", "", number(view.scores[side[0]]))));
  return element("ol", "podium", ...rows);
}

// The player's own result in the game of a day, for friends to compare.
export function result({ view, screen, day }) {
  const { place } = ranking(view, screen).find(({ side }) => side.includes(view.seat));
  return `${screen.game}, game of the day ${day}: place ${place} with ${number(view.scores[view.seat])} points. ${location.origin}`;
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

export function showScores(now) {
  drawScores(now);
  if (!$("scores").open) $("scores").showModal();
  const first = ["next", "again", "close-scores"].find((id) => !$(id).hidden);
  $(first).focus();
  $("scores").scrollTop = 0; // the places first
}
