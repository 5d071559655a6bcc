// The dialog with the points of each round, and why.

import { $, element, number } from "./dom.js";

export function drawScores({ view, screen }) {
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
}

// Who came first, second, and so on: the winners, then the others by their scores.
function podium({ names, scores, seat: own }, { winners, isHighBest }) {
  const rank = (seat) => [winners.includes(seat) ? 0 : 1, isHighBest ? -scores[seat] : scores[seat]];
  const isBetter = (one, other) => rank(one)[0] - rank(other)[0] || rank(one)[1] - rank(other)[1];
  const seats = names.map((_, seat) => seat);
  const rows = seats.toSorted(isBetter).map((seat) => {
    const place = 1 + seats.filter((other) => isBetter(other, seat) < 0).length;
    return element("li", seat === own ? "me" : "", element("b", "", `${place}`), element("span", "", names[seat]), element("span", "", number(scores[seat])));
  });
  return element("ol", "podium", ...rows);
}

function course(view, screen) {
  const head = element("tr", "", element("th", "", "Round"), ...view.names.map((name) => element("th", "", name)));
  const body = element("tbody");
  screen.rounds.forEach(({ points, scores, contract }, round) => {
    const cells = points.map((each, seat) => element("td", "", element("small", "", number(each, true)), ` ${number(scores[seat])}`));
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
  round.reasons.forEach((lines, seat) => {
    const shown = lines.length ? lines : [{ points: 0, reason: "took nothing that counts" }];
    reasons.append(element("dt", "", view.names[seat]));
    for (const { points, reason } of shown) reasons.append(element("dd", "", element("span", "points", number(points, true)), ` ${reason}`));
  });
  return [element("h3", "", `Round ${screen.rounds.length}${contract} in detail`), reasons];
}

export function showScores(now) {
  drawScores(now);
  if (!$("scores").open) $("scores").showModal();
  const first = ["next", "again", "close-scores"].find((id) => !$(id).hidden);
  $(first).focus();
}
