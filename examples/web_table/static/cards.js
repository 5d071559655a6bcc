// Cards: their names, and their pictures.

import { element } from "./dom.js";

const SUITS = { C: ["♣", "clubs"], D: ["♦", "diamonds"], S: ["♠", "spades"], H: ["♥", "hearts"] };
const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace", "*": "joker" };
export const TEXT = "\uFE0E"; // show the suit as text, not as an emoji
const COURTS = [..."CDHS"].flatMap((suit) => [..."JQK"].map((rank) => rank + suit)); // as in courts.svg
// The positions of a card's pips: columns and rows in percent.
const [L, M, R] = [20, 50, 80];
const PIPS = {
  A: [[M, 50]],
  1: [[M, 50]],
  "*": [[M, 50]],
  2: [[M, 14], [M, 86]],
  3: [[M, 14], [M, 50], [M, 86]],
  4: [[L, 14], [R, 14], [L, 86], [R, 86]],
  5: [[L, 14], [R, 14], [M, 50], [L, 86], [R, 86]],
  6: [[L, 14], [R, 14], [L, 50], [R, 50], [L, 86], [R, 86]],
  7: [[L, 14], [R, 14], [M, 32], [L, 50], [R, 50], [L, 86], [R, 86]],
  8: [[L, 14], [R, 14], [M, 32], [L, 50], [R, 50], [M, 68], [L, 86], [R, 86]],
  9: [[L, 14], [R, 14], [L, 38], [R, 38], [M, 50], [L, 62], [R, 62], [L, 86], [R, 86]],
  T: [[L, 14], [R, 14], [M, 26], [L, 38], [R, 38], [L, 62], [R, 62], [M, 74], [L, 86], [R, 86]],
};

let marks = {}; // what the rulebook says of cards this round: jokers, costs, charges

export const told = (all) => (marks = all);
export const list = (cards) => (cards ? cards.split(" ") : []);
export const seen = (card) => marks[card]?.face ?? card; // the joker, for what stands for it
const letter = (rank) => ({ T: "10", "*": "★" })[rank] ?? rank;
const plain = ([rank, suit]) => `${RANKS[rank] ?? rank} of ${SUITS[suit][1]}`;
export const word = (card) => (seen(card) === card ? plain(card) : "joker");
export const spoken = (card) => marks[card]?.name ?? word(card); // with what is special about it
export const short = (card) => `${letter(seen(card)[0])}${SUITS[seen(card)[1]][0]}${TEXT}`;
export const isRed = (card) => "DH".includes(seen(card)[1]);

// The cards of a hand, each with a unique key: with two packs a card may occur twice.
export function keyed(hand) {
  const copies = {};
  return list(hand).map((card) => ({ card, key: `${card}#${(copies[card] = (copies[card] ?? -1) + 1)}` }));
}

// Counting cards in brief: the first three that are no hearts, how many more there are, and how many hearts; a heart
// alone is a card like any other, since it may be the one that costs.
export function counted(cards) {
  const all = cards.filter((card) => card[1] === "H").length;
  const hearts = all > 1 ? all : 0;
  const others = hearts ? cards.filter((card) => card[1] !== "H") : cards;
  const more = others.length - 3;
  return { named: others.slice(0, 3), more: more > 0 ? `+${more}` : "", hearts: hearts ? `${hearts}♥${TEXT}` : "" };
}

// A sign on a card; the style sheet draws it, so that it is no text beside the card's name.
function sign(tag, className, text) {
  const made = element(tag, className);
  made.dataset.sign = text;
  return made;
}

// What a card costs or brings, on its edge, and whether it is charged.
export function dress(made, card) {
  const { sign: text, kind, charged } = marks[card] ?? {};
  made.classList.toggle("charged", Boolean(charged));
  made.querySelector(".mark")?.remove();
  if (text) made.append(sign("span", `mark ${kind}`, text));
}

export function face(card, tag = "div") {
  const [rank, suit] = seen(card);
  const glyph = SUITS[suit][0] + TEXT;
  const isJoker = rank === "*";
  const made = element(tag, `card ${isRed(card) ? "red" : "black"} r${isJoker ? "A" : rank}`);
  Object.assign(made.dataset, { card, suit });
  for (const side of ["corner", "corner turned"]) {
    made.append(element("span", side, sign("b", "", letter(rank)), sign("i", "", glyph)));
  }
  const inner = element("span", PIPS[rank] ? "pips" : "court");
  inner.style.setProperty("--place", COURTS.indexOf(card));
  for (const [x, y] of PIPS[rank] ?? []) {
    const pip = sign("i", y > 50 ? "turned" : "", isJoker ? "★" : glyph);
    pip.style.left = `${x}%`;
    pip.style.top = `${y}%`;
    inner.append(pip);
  }
  made.append(inner);
  dress(made, card);
  return made;
}

// A card within a line of text; without a label it is part of a picture that has one.
export function small(card, label) {
  const made = element("span", `small ${isRed(card) ? "red" : "black"}`, short(card));
  made.classList.toggle("charged", Boolean(marks[card]?.charged));
  Object.assign(made.dataset, { card, suit: seen(card)[1] });
  if (!label) return made;
  made.role = "img";
  made.ariaLabel = label;
  return made;
}
