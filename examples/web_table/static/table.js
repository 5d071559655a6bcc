// The table: shows what this seat may know, and sends the player's answers to the server.

import { $, button, copier, element, sync } from "./dom.js";
import { face, spoken, told } from "./cards.js";
import { drawFelt, tick } from "./felt.js";
import { drawHand, showHint, why } from "./hand.js";
import { alone, connect as open, lobby, place, rulebook, watching } from "./link.js";
import { drawLesson, endLesson } from "./lesson.js";
import { moves } from "./motion.js";
import { addGame, addTable, dropTable, keptSeats, remember, setting } from "./own.js";
import { showRules } from "./rules.js";
import { play, soundIsOn, switchSound } from "./sound.js";

const FINAL = 4400; // from here on the code of a lost connection means that none can be had
const MOST_LINES = 300;
const LOST = "Connection lost. Reconnecting …";
const UNSENT = "You are not connected, so nothing was sent. Try again in a moment.";
const SILENCE = 5000; // milliseconds after which a connection without an answer counts as lost

const guests = keptSeats(place).filter(({ path }) => path !== place); // the seats that this window may invite to

let socket; // the connection
let now = null; // the last frame: what the seat knows and may do
let heard = 0; // when it came
let pending = null; // a move that was sent and not yet answered
let shownRound = null; // the round whose score was shown
let wait = 250; // milliseconds before the next try to connect
let retry; // the timer of that try
let scores; // their module, which comes once the first cards are drawn
let reactions; // their module, once it is wanted
let house; // the module of house rules, once they are wanted
let left = 0; // when the page was hidden

// ---------------------------------------------------------------- the wire

function connect() {
  let isFirst = true;
  socket = open(now?.state);
  const tried = socket;
  clearTimeout(retry);
  retry = setTimeout(() => tried.readyState === WebSocket.CONNECTING && renew(LOST), SILENCE);
  socket.onmessage = (event) => {
    hear(JSON.parse(event.data), isFirst);
    isFirst = false;
  };
  socket.onclose = ({ code, reason }) => {
    const isFinal = code >= FINAL;
    const back = element("a", "", "To the lobby");
    back.href = lobby;
    warn(reason ?? "", " ", isFinal ? back : LOST);
    if (code === 4404) dropTable(place);
    clearTimeout(retry);
    if (isFinal) return;
    retry = setTimeout(connect, wait);
    wait = Math.min(2 * wait, 4000);
  };
}

function warn(...parts) {
  $("offline").replaceChildren(...parts);
  $("offline").hidden = false;
}

// Replace a connection that may be lost although the browser believes in it, as after a change of networks.
function renew(...warning) {
  if (alone) return;
  if (warning.length) warn(...warning);
  socket.onmessage = socket.onclose = null;
  socket.close();
  connect();
}

function hear(frame, isFirst) {
  wait = 250;
  if (frame.hint) return showHint(frame.hint);
  if (frame.review) return frame.review.state === now.state && inScores("showReview", frame.review, (number) => ask(`replay ${number}`));
  if (frame.out) return import("./out.js").then(({ showOut }) => showOut(frame.out, now.view.names));
  if (frame.sheet || frame.choices) return house?.hear(frame);
  if (frame.reaction) return reactions?.then((found) => found?.showReaction(frame.reaction, now));
  if (frame.replay) return (location.href = frame.replay);
  if (frame.refused) {
    pending = null;
    if (house?.isOpen() && frame.refused.code !== "stale") return house.refuse(frame.refused, sentence(frame.refused.reason));
    if (frame.refused.code !== "stale") why(sentence(frame.refused.reason));
    return;
  }
  $("offline").hidden = true;
  if ($("why").textContent === UNSENT) why("");
  const again = isFirst && pending?.state === frame.state;
  const before = now;
  heard = Date.now();
  now = { ...frame, view: frame.seen.view };
  const lost = again && pending.text; // the server did not get it: the game has not moved on
  pending = null;
  if (lost) send(lost);
  if (isFirst) house?.renew();
  draw(before);
  scores ??= import("./scores.js").catch(() => (scores = null));
}

const inScores = async (name, ...given) => (await scores)?.[name](...given);
const showScores = () => inScores("showScores", now);

const sentence = (text) => text[0].toUpperCase() + text.slice(1).replace(/\.$/, "") + ".";

function isOpen() {
  const is = socket.readyState === WebSocket.OPEN;
  if (!is) why(UNSENT);
  return is;
}

function send(text) {
  if (pending || !isOpen()) return;
  const sent = (pending = { state: now.state, text });
  socket.send(text);
  setTimeout(() => pending === sent && renew(LOST), SILENCE);
}

const answer = (given) => {
  endLesson(now.screen);
  send(JSON.stringify({ format: "heartslib-answer", version: 1, number: now.seen.number, epoch: now.seen.epoch, ...given }));
};

// Ask for what changes nothing; an answer comes in a while.
function ask(text) {
  if (isOpen()) socket.send(text);
}

// ---------------------------------------------------------------- the whole page

function draw(before) {
  const { view, screen } = now;
  told(screen.marks);
  $("title").textContent = screen.title;
  document.body.classList.toggle("high", screen.isHighBest);
  drawFacts();
  drawHand(now, answer, buttons());
  drawFelt(now);
  tick(now, heard);
  $("show-last").disabled = !view.table.tricks.length;
  $("show-scores").disabled = false;
  $("show-out").disabled = !view.hand;
  if ($("out").open) view.hand ? ask("out") : $("out").close();
  drawLog();
  if (before && !now.fresh) sounds(before);
  if (before && !now.fresh && screen.moment) showMoment(screen.moment);
  drawMenu();
  drawReact();
  if ($("invite").open) drawInvite();
  if (before && now.state.split(".")[0] !== before.state.split(".")[0]) $("scores").close(); // a new game
  if ($("scores").open) inScores("drawScores", now);
  drawWish(before);
  drawLesson(now);
  showEnd();
  playForced();
  if (!before && !watching && now.humans.length === 1 && now.pace !== setting("pace", now.pace)) ask(`pace ${setting("pace")}`);
}

// The only card or answer that there is, after a look at it, for those who want that.
function playForced() {
  const { ask } = now.screen;
  if (!ask || !setting("forced", false)) return;
  const legal = Object.entries(ask.cards ?? {}).filter(([, reason]) => !reason);
  const cards = ask.trays.length && legal.length ? [null, null] : legal.map(([card]) => ({ cards: [card] }));
  const answers = [...cards, ...ask.buttons.map((each) => each.answer)];
  const { state } = now;
  if (answers.length === 1 && !ask.numbers?.length) setTimeout(() => now.state === state && answer(answers[0]), 700);
}

function buttons() {
  const { screen, view } = now;
  if (screen.end === "score") return [{ label: watching ? "Scores" : `Scores and ${now.isLast ? "result" : "next round"}`, act: showScores, go: true }];
  if (screen.end === "over") return [{ label: "Final scores", act: showScores, go: true }];
  const { mine } = now.undo;
  const undo = { label: "Undo", title: `Go back to before ${mine?.deed}`, act: () => send(`undo ${mine.key}`) };
  return [...(view.to_act.includes(view.seat) ? [{ label: "Hint", act: () => ask("hint") }] : []), ...(mine ? [undo] : [])];
}

// What is true of this round: its contract and what counts, with the rulebook behind it; and other face-up facts.
function drawFacts() {
  const { screen, view, expected } = now;
  const facts = [
    { name: screen.terms.name, text: screen.terms.rules },
    ...(expected.length ? [{ text: `Waiting for ${expected.map((seat) => view.names[seat]).join(", ")}`, act: guests.length && showInvite }] : []),
    ...(screen.isBroken ? [{ text: "♥\uFE0E Hearts are broken", className: "hearts" }] : []),
    ...screen.notes.map((text) => ({ text })),
    ...(now.newRules ? [{ text: "New rules from the next round on", act: !watching && (() => $("change-rules").click()) }] : []),
  ];
  sync($("facts"), facts, ({ name, text }) => `${name} ${text}`, ({ name, text, className, act }) => {
    if (act) return element("li", "", button(text, act, "terms"));
    if (name === undefined) return element("li", className ?? "", text);
    const terms = button("", () => openRules(now.screen.terms.chapter), "terms");
    terms.append(...(name ? [element("b", "", name), " "] : []), text);
    terms.title = `${text}. Tap for the rules.`;
    return element("li", "", terms);
  }, () => {});
}

// A moment that nobody should miss is large for a while; the log has it, too.
function showMoment(text) {
  const box = $("moment");
  box.textContent = text;
  box.getAnimations().forEach((each) => each.cancel());
  if (moves()) box.animate([{ opacity: 0, scale: 0.6 }, { opacity: 1, scale: 1, offset: 0.12 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], { duration: 1500, delay: 400 });
}

function drawLog() {
  if (now.fresh) $("lines").replaceChildren();
  for (const said of now.screen.said) {
    $("lines").append(element("li", now.screen.lesser.includes(said) ? "lesser" : "", said));
    if ($("lines").children.length > MOST_LINES) $("lines").firstChild.remove();
  }
  $("log").scrollTop = $("log").scrollHeight;
}

function sounds(before) {
  const [{ table: old, phase }, { table }] = [before.view, now.view];
  const mine = ({ view }) => view.to_act.includes(view.seat);
  if (now.screen.end === "over" && before.screen.end !== "over") play("over");
  else if (phase === "deal" && now.view.phase !== "deal") play("deal");
  else if (table.tricks.length > old.tricks.length) play("trick");
  else if (table.trick.cards.length > old.trick.cards.length) play("card");
  if (now.screen.isBroken && !before.screen.isBroken) play("broken");
  else if (now.screen.moment) play("moment");
  else if (mine(now) && !mine(before)) play("turn");
}

function showEnd() {
  const { screen, view } = now;
  if (screen.end === "over" && !watching) {
    const [number] = now.state.split(".");
    addGame(`${place}#${number}`, screen.game, screen.winners.includes(view.seat));
  }
  const counted = screen.end ? `${screen.end} ${now.state}` : null;
  if (counted && counted !== shownRound) {
    setTimeout(() => shownRound === counted && showScores(), 1500); // time to see the last trick
  }
  shownRound = counted;
}

// Somebody wishes to undo a move: those who are asked get a dialog, the others a line.
function drawWish(before) {
  const { wish } = now.undo;
  if (wish && !wish.asks) why(`Waiting for ${wish.awaited.join(", ")} to agree …`);
  else if (before?.undo.wish && !wish) why("");
  if (now.fresh && before?.screen.end && !now.screen.end) $("scores").close(); // its last move is undone
  $("undo-question").textContent = wish?.question ?? "";
  if (!wish?.asks) $("undo").close();
  else if (!$("undo").open) $("undo").showModal();
}

// ---------------------------------------------------------------- dialogs

function showLast() {
  const { view, screen } = now;
  const trick = view.table.tricks.at(-1);
  $("last-title").textContent = trick.taker === null ? "Last trick: nobody took it" : `Last trick: ${view.names[trick.taker]} took it`;
  $("last-cards").replaceChildren(...trick.cards.map((card, place) => {
    const seat = (trick.leader + place) % trick.players;
    const isGone = screen.cancelled[1].includes(place);
    const picture = face(card);
    picture.role = "img";
    picture.ariaLabel = `${spoken(card)}${isGone ? ", cancelled" : ""}`;
    picture.classList.toggle("cancelled", isGone);
    return element("figure", seat === trick.taker ? "taker" : "", picture, element("figcaption", "", view.names[seat]));
  }));
  $("last").showModal();
}

function drawMenu() {
  const { watchers, isOpen, strength } = now;
  const lines = [
    `Computer players: ${strength.toLowerCase()}.`,
    alone ? "Only this browser has the table, and it keeps the game. Nothing is sent anywhere."
      : isOpen ? "This table is open: anyone may take the seat of a computer player." : "This table is closed: only its links lead here.",
    ...(watchers ? [`${watchers === 1 ? "One person is" : `${watchers} people are`} watching.`] : []),
  ];
  $("about").replaceChildren(...lines.map((line) => element("li", "", line)));
  $("copy-seat").hidden ||= watching;
  $("pace").value = now.pace;
  $("pace").disabled = watching;
  for (const each of document.querySelectorAll(".shared")) each.hidden ||= alone;
  $("watch").href = now.watch;
}

// Reactions come with company, and so does their module.
function drawReact() {
  if (now.here.length > 1) reactions ??= import("./react.js").catch(() => (reactions = null));
  reactions?.then((found) => found?.drawReact(now, (sign) => ask(`react ${sign}`)));
}

// The links of the other seats, for whoever made the table.
async function drawInvite() {
  const { drawSeats } = await import("./ready.js");
  drawSeats($("invited"), guests, now.here);
}

function showInvite() {
  drawInvite();
  $("menu").close();
  $("invite").showModal();
}

$("show-last").onclick = showLast;
$("show-out").onclick = () => ask("out");
$("show-scores").onclick = showScores;
async function openRules(chapter) {
  const found = await rulebook();
  if (!found) return;
  showRules($("rulebook"), found);
  $("change-rules").hidden = watching;
  $("rules").showModal();
  const heading = [...$("rulebook").querySelectorAll("h3")].find((each) => each.textContent === chapter);
  if (heading) heading.tabIndex = -1;
  heading?.focus();
}

$("show-rules").onclick = () => openRules();
$("change-rules").onclick = async () => {
  house ??= await import("./house.js").catch(() => null);
  $("rules").close();
  if (house) house.begin({ ask, send });
  else why(UNSENT);
};
// What this browser remembers, and what follows from it.
const phone = matchMedia("(max-width: 499px), (max-height: 499px)");
phone.onchange = () => {
  $("deck").value = setting("deck", phone.matches ? "large" : "classic");
  document.body.dataset.deck = $("deck").value;
};
phone.onchange();
for (const [name, follow] of Object.entries({
  forced: () => now && playForced(),
  deck: (is) => (document.body.dataset.deck = is),
  back: (is) => (document.body.dataset.back = is),
  four: (is) => document.body.classList.toggle("four", is),
  aid: (is) => ($("show-out").hidden = !is || watching),
  reactions: () => now && drawReact(),
  whole: (is) => document.body.classList.toggle("whole", is),
  sort: () => now && drawHand(now, answer, buttons()),
  pace: (is) => now && ask(`pace ${is}`),
})) {
  const box = $(name);
  const value = box.type === "checkbox" ? "checked" : "value";
  box[value] = setting(name, box[value]);
  box.onchange = () => {
    remember(name, box[value]);
    follow(box[value]);
  };
  follow(box[value]);
}
$("sample").append(...["QS", "7D"].map((card) => face(card)), element("span", "card back"));
$("show-menu").onclick = () => $("menu").showModal();
$("show-invite").hidden = !guests.length;
$("show-invite").onclick = showInvite;
$("sound").ariaPressed = String(soundIsOn());
$("sound").onclick = () => ($("sound").ariaPressed = String(switchSound()));
copier($("copy-watch"), () => new URL(now.watch, location.href).href);
copier($("copy-seat"), () => location.href);
$("review").onclick = () => {
  inScores("showReview", { luck: "Looking at your moves …", moves: [] });
  ask("review");
};
$("leave").onclick = () => {
  ask("leave"); // the computer plays on at once
  location.href = lobby;
};
$("undo").onclose = () => {
  const { wish } = now.undo;
  if (wish?.asks) send(`${$("undo").returnValue || "refuse"} ${wish.key}`);
  $("undo").returnValue = "";
};
$("scores").onclose = () => {
  const word = $("scores").returnValue;
  if (word === "next" || word === "again") {
    $("buttons").querySelector("button")?.focus(); // and from there to the hand
    send(`${word} ${now.state}`);
  }
  $("scores").returnValue = "";
};

// ---------------------------------------------------------------- begin

const resized = new ResizeObserver(() => now && drawFelt(now));
for (const id of ["felt", "hand"]) resized.observe($(id)); // the trick is as large as the cards of the hand
setInterval(() => now && tick(now, heard), 1000);
document.body.classList.toggle("watching", watching);
if (!watching && !alone) addTable(place);
$("to-lobby").href = lobby;
addEventListener("online", () => renew());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) left = Date.now();
  else if (Date.now() - left > SILENCE) renew();
});
connect();
