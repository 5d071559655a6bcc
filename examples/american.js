// American Hearts for four players, from the rules that `heartslib rules american` prints and nothing else.
// It makes each move of the test vectors on standard input, and stops at the first line that contradicts it:
//     heartslib vectors american | node american.js

const { deepStrictEqual } = require("node:assert");

const SEATS = [0, 1, 2, 3];
const PASSES = [1, 3, 2, 0]; // to the left, to the right, across, not at all
const rank = (card) => "23456789TJQKA".indexOf(card[0]);
const isHeart = (card) => card[1] === "H";
const cost = (card) => (isHeart(card) ? 1 : card === "QS" ? 13 : 0);
const costs = (cards) => cards.map(cost).reduce((sum, each) => sum + each, 0);

let number, scores, hands, passed, trick, piles, turn, points;
let seen; // what the engine says of a line: the legal cards, and what the move makes happen
const leadFirst = () => (turn = hands.findIndex((hand) => hand.includes("2C")));

function legal(seat) {
  const hand = hands[seat];
  if (turn === null) return hand; // to pass
  if (seat !== turn) return [];
  if (!hand.length) return ["add", "subtract"];
  const following = hand.filter((card) => card[1] === trick[0]?.[1]);
  if (trick.length) return following.length ? following : hand;
  if (!piles.flat().length) return ["2C"];
  const others = hand.filter((card) => !isHeart(card));
  return others.length && !piles.flat().some(isHeart) ? others : hand;
}

const moves = {
  Deal(move) {
    hands = move.hands.map((hand) => hand.split(" "));
    piles = SEATS.map(() => []);
    [passed, trick, turn] = [[], [], null];
    if (!PASSES[number % 4]) leadFirst();
  },
  Pass({ seat, cards }) {
    passed.push([(seat + PASSES[number % 4]) % 4, cards.split(" ")]);
    hands[seat] = hands[seat].filter((card) => !cards.includes(card));
    if (passed.length < 4) return;
    for (const [taker, given] of passed) hands[taker].push(...given);
    leadFirst();
  },
  Play({ seat, card }) {
    hands[seat] = hands[seat].filter((other) => other !== card);
    trick.push(card);
    turn = (turn + 1) % 4;
    if (trick.length < 4) return;
    const strength = trick.map((other) => (other[1] === trick[0][1] ? rank(other) : -1));
    seen.TrickTaken = turn = (turn + strength.indexOf(Math.max(...strength))) % 4;
    piles[turn].push(...trick.splice(0));
    if (hands[turn].length) return;
    const shooters = SEATS.filter((each) => costs(piles[each]) === 26);
    if (shooters.length) [turn] = seen.MoonShot = shooters;
    else seen.RoundCounted = points = piles.map(costs);
  },
  ChooseMoon({ seat, choice }) {
    const [own, others] = choice === "add" ? [0, 26] : [-26, 0];
    seen.RoundCounted = points = SEATS.map((each) => (each === seat ? own : others));
  },
  Score() {
    number += 1;
    seen.ScoreEntered = scores = scores.map((score, seat) => score + points[seat]);
    const best = Math.min(...scores);
    if (Math.max(...scores) >= 100) seen.GameOver = SEATS.filter((seat) => scores[seat] === best);
  },
};

/** What a line of the vectors says, in the same form. */
function told({ question, events }) {
  const found = { legal: question && (question.among ?? question.names).sort() };
  for (const { event, seat, seats, sheet, scores, winners } of events) {
    if (event === "TrickTaken") found[event] = seat;
    if (event === "MoonShot") found[event] = seats;
    if (event === "RoundCounted") {
      found[event] = [0, 0, 0, 0];
      for (const line of sheet.lines) found[event][line.seat] += line.points;
    }
    if (event === "ScoreEntered") found[event] = scores;
    if (event === "GameOver") found[event] = winners;
  }
  return found;
}

const lines = require("node:fs").readFileSync(0, "utf-8").trim().split("\n");
for (const [index, text] of lines.entries()) {
  const line = JSON.parse(text);
  if (line.move) {
    seen = { legal: line.question && legal(line.move.seat).sort() };
    moves[line.move.move](line.move);
    deepStrictEqual([index + 1, seen], [index + 1, told(line)]);
  } else [number, scores] = [0, [0, 0, 0, 0]]; // a game begins
}
