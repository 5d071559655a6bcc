// The player's cards, and the question that they answer.

import { $, button, element, sync } from "./dom.js";
import { dress, face, keyed, list, seen, spoken, word } from "./cards.js";
import { arrive, centre, depart } from "./motion.js";
import { seatNode } from "./felt.js";
import { setting } from "./own.js";

const RANKS = "*123456789TJQKA";

let now; // the last frame
let answer; // sends an answer
let extra = []; // buttons that belong to no question, such as for the scores
let chosen = new Map(); // from a card of the hand, such as "QS#0", to its tray
let tray = 0; // the tray for the next card
let asked = ""; // the question that `chosen` answers
let hinted = []; // the cards that a hint names
let hintedFor = ""; // the choice to which hints and reasons belong
let costs = {}; // what each card would cost more than the best, in points and in words, after a hint
let order = { round: "", suits: "CDSH" }; // the suits of the hand in this round
let stray = false; // whether the focus is to go to the hand, once there is one
let gave = ""; // the cards that had been laid down to pass

export const why = (text) => ($("why").textContent = text);

export function drawHand(frame, send, buttons) {
  [now, answer, extra] = [frame, send, buttons];
  const ask = now.screen.ask;
  const question = JSON.stringify([now.state.split(".")[0], now.seen.epoch, now.view.sheets.length, ask?.verb, ask?.trays]);
  if (question !== asked) {
    asked = question;
    chosen = new Map();
    tray = 0;
  }
  const choice = JSON.stringify([question, ask, now.view.hand]);
  if (choice !== hintedFor) {
    hintedFor = choice;
    hinted = [];
    costs = {};
    why("");
  }
  const pressed = document.activeElement.closest("#buttons button, #trays button");
  drawCards();
  drawAsk();
  if (pressed && !pressed.isConnected) stray = true; // the focus would go to the top of the page
  if (!stray || !now.view.hand) return;
  if (document.activeElement === document.body) rove(0, true);
  stray = false;
}

export function showHint({ cards, text, costs: each }) {
  hinted = cards;
  costs = each;
  drawCards();
  const legend = Object.keys(costs).length ? " ✓ is best; the longer its bar, the more a card costs." : "";
  why(`Hint: ${text}${legend}`);
}

// The suits in an order in which the colours of a deal alternate; it stays for the round.
function suitsOf({ view, state }) {
  const round = `${state.split(".")[0]} ${view.sheets.length}`;
  if (order.round === round || !view.hand) return order.suits;
  const { trick, tricks } = view.table;
  const isMine = ({ leader, players }) => (_, place) => (leader + place) % players === view.seat;
  const played = [...tricks, trick].flatMap((each) => each.cards.filter(isMine(each)));
  const came = list(view.received);
  const dealt = [...list(view.hand), ...list(view.given), ...played].filter((card) => !came.includes(card));
  const held = new Set(dealt.map((card) => seen(card)[1]));
  const suits = !held.has("S") ? "DCHS" : !held.has("D") ? "CHSD" : "CDSH";
  order = { round, suits };
  return suits;
}

// By suit or by rank.
function sorted(hand) {
  const suits = suitsOf(now);
  const keys = [(card) => suits.indexOf(seen(card)[1]), (card) => RANKS.indexOf(seen(card)[0])];
  const [by, falls] = setting("sort", "suit").split("-");
  if (by === "rank") keys.reverse();
  const [first, second] = keys;
  hand.sort(({ card: one }, { card: other }) => first(one) - first(other) || second(one) - second(other));
  return falls ? hand.reverse() : hand;
}

function drawCards() {
  const { view, screen } = now;
  const ask = screen.ask;
  const hand = sorted(keyed(view.hand));
  const box = $("hand");
  const focused = [...box.children].indexOf(document.activeElement);
  const rows = hand.length > 8 ? 2 : 1;
  box.style.setProperty("--n", Math.max(hand.length, 2));
  box.style.setProperty("--rows", rows);
  box.style.setProperty("--row", rows > 1 ? Math.max(Math.ceil(hand.length / 2), 7) : Math.max(hand.length, 5));
  const got = list(view.received);
  const before = new Map([...box.children].map((child) => [child.dataset.key, child]));
  const keys = new Set(hand.map(({ key }) => key));
  leave([...before].filter(([key]) => !keys.has(key)).map(([, child]) => child));
  const left = [...hinted];
  const most = Math.max(5, ...Object.values(costs).map(({ points }) => points)); // a small difference has a short bar
  sync(box, hand, ({ key }) => key, ({ card }) => {
    const made = face(card, "button");
    made.type = "button";
    return made;
  }, (child, { card, key }, place) => {
    const reason = ask?.cards?.[card];
    const inside = chosen.get(key);
    const isNew = !view.table.tricks.length && Number(key.split("#")[1]) < got.filter((each) => each === card).length;
    const isHinted = left.includes(card) && !reason;
    if (isHinted) left.splice(left.indexOf(card), 1);
    dress(child, card);
    child.style.setProperty("--i", place - (hand.length - 1) / 2);
    child.classList.toggle("may", Boolean(ask?.cards) && !reason);
    child.classList.toggle("dim", Boolean(reason));
    child.classList.toggle("chosen", inside !== undefined);
    child.classList.toggle("new", isNew);
    child.classList.toggle("hinted", isHinted);
    const cost = reason ? undefined : costs[card];
    child.classList.toggle("best", cost?.points === 0);
    child.classList.toggle("worse", cost?.points > 0);
    child.style.setProperty("--cost", cost?.points / most);
    child.dataset.tray = inside !== undefined && ask.trays.length > 1 ? ask.trays[inside].label : "";
    child.ariaDisabled = ask?.cards && !reason ? "false" : "true";
    if (ask?.trays.length) child.ariaPressed = String(inside !== undefined);
    else child.removeAttribute("aria-pressed");
    const from = isNew ? giver(card) : "";
    const into = inside === undefined ? "" : `, ${ask.trays[inside].label}`;
    const no = reason ? `may not be chosen: ${reason}` : "";
    child.title = cost?.words ?? "";
    child.ariaLabel = [`${spoken(card)}${from}${into}`, no, child.title].filter(Boolean).join(", ");
    child.onclick = () => (no ? why(`The ${word(card)} ${no}.`) : tap(card, key));
    child.onfocus = child.onmouseenter = () => no && why(`The ${word(card)} ${no}.`);
    child.tabIndex = -1;
  });
  enter([...box.children].filter((child) => !before.has(child.dataset.key)));
  const target = box.children[Math.min(focused, hand.length - 1)];
  if (focused >= 0 && target && document.activeElement !== target) target.focus();
  rove();
}

// Cards that leave the hand fly to the middle, or to those who get them.
function leave(cards) {
  const passed = now.view.given && !gave && !now.fresh;
  gave = now.view.given;
  if (!passed) return;
  cards.forEach((card, place) => depart(card, centre(seatNode(now.screen.takers[place])), place * 60));
}

// Cards that come are dealt from the dealer, or passed by those who gave them.
function enter(cards) {
  if (now.fresh) return;
  cards.forEach((child, place) => {
    const packet = packetOf(child.dataset.card);
    arrive(child, centre(seatNode(packet ? packet.giver : now.view.dealer)), place * 35);
  });
}

const packetOf = (card) => now.view.packets.find(({ taker, cards }) => taker === now.view.seat && list(cards).includes(card));

function giver(card) {
  const packet = packetOf(card);
  return packet ? `, passed to you by ${now.view.names[packet.giver]}` : ", dealt back to you";
}

function tap(card, key) {
  const ask = now.screen.ask;
  if (!ask?.cards) return why(`${now.screen.status}.`);
  if (!ask.trays.length) return answer({ cards: [card] });
  why("");
  if (chosen.has(key)) {
    tray = chosen.get(key);
    chosen.delete(key);
  } else {
    if (full(tray)) tray = ask.trays.findIndex((_, place) => !full(place));
    if (tray < 0) {
      tray = 0;
      return why("You have chosen enough cards: take one back first.");
    }
    chosen.set(key, tray);
  }
  const free = ask.trays.findIndex((_, place) => !full(place));
  if (full(tray) && free >= 0) tray = free;
  drawCards();
  drawAsk();
}

const inTray = (place) => [...chosen].filter(([, inside]) => inside === place).map(([key]) => key.split("#")[0]);
const full = (place) => inTray(place).length >= now.screen.ask.trays[place].most;

// Tray by tray, so that the first seat gets the first cards.
const submit = () => answer({ cards: now.screen.ask.trays.flatMap((_, place) => inTray(place)) });

function drawAsk() {
  const { screen } = now;
  const ask = screen.ask;
  $("status").textContent = screen.status;
  $("status").classList.toggle("turn", Boolean(ask));
  document.title = `${ask ? "● " : ""}${screen.status} - Hearts`;
  const trays = ask?.trays ?? [];
  const labelled = trays.length > 1 ? trays.map((each, place) => ({ ...each, place })) : [];
  sync($("trays"), labelled, ({ place }) => `${place}`, () => button(""), (child, { label, most, least, place }) => {
    const count = inTray(place).length;
    child.className = `tray${place === tray ? " active" : ""}${count >= least && count > 0 ? " full" : ""}`;
    child.textContent = `${label}: ${count} of ${most}`;
    child.ariaPressed = String(place === tray);
    child.onclick = () => {
      tray = place;
      drawAsk();
    };
  });
  const buttons = (ask?.buttons ?? []).map(({ label, rules, answer: given }) => ({ label, rules, act: () => answer(given) }));
  if (trays.some(({ most }) => most > 0)) {
    const ready = chosen.size > 0 && trays.every(({ least }, place) => inTray(place).length >= least);
    const most = trays.reduce((sum, each) => sum + each.most, 0);
    buttons.unshift({ label: ask.verb[0].toUpperCase() + ask.verb.slice(1), count: ` ${chosen.size} of ${most}`, act: submit, go: true, off: !ready });
  }
  if (ask?.numbers?.length) buttons.push({ label: ask.verb[0].toUpperCase() + ask.verb.slice(1), numbers: ask.numbers, go: true });
  sync($("buttons"), [...buttons, ...extra], ({ label }) => label, ({ label, numbers }) => (numbers ? element("span", "") : button(label)), (child, { label, title, rules, count, numbers, act, go, off }) => {
    if (numbers) return drawNumbers(child, label, numbers);
    child.replaceChildren(label + (count ?? ""), ...(rules ? [" ", element("small", "", rules)] : []));
    child.className = go ? "go" : "";
    child.title = title ?? "";
    child.disabled = Boolean(off);
    child.onclick = act;
  });
}

// A number to choose and a button to send it; the choice stays while others look on.
function drawNumbers(child, label, numbers) {
  const kept = child.querySelector("select")?.value;
  const choice = element("select", "", ...numbers.map((each) => element("option", "", each)));
  choice.ariaLabel = label;
  if (numbers.includes(kept)) choice.value = kept;
  child.className = "number";
  child.replaceChildren(choice, button(label, () => answer({ name: choice.value }), "go"));
}

// Tab reaches one card of the hand, the arrow keys the others.
function rove(step = 0, goes = step !== 0) {
  const cards = [...$("hand").children];
  if (!cards.length) return;
  const at = cards.indexOf(document.activeElement);
  const first = Math.max(cards.findIndex((card) => card.classList.contains("may")), 0);
  const place = at < 0 ? first : (at + step + cards.length) % cards.length;
  cards.forEach((card, n) => (card.tabIndex = n === place ? 0 : -1));
  if (goes) cards[place].focus();
}

$("hand").onkeydown = (event) => {
  const count = $("hand").children.length;
  const at = [...$("hand").children].indexOf(document.activeElement);
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1, Home: -at, End: count - 1 - at }[event.key];
  if (step === undefined || at < 0) return;
  event.preventDefault();
  rove(step);
};
