// The table: shows what this seat may know, and sends the player's answers to the server.

const $ = (id) => document.getElementById(id);
const SUITS = { C: ["♣", "clubs"], D: ["♦", "diamonds"], S: ["♠", "spades"], H: ["♥", "hearts"] };
const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
const TEXT = "\uFE0E"; // show the suit as text, not as an emoji
const COURT = { J: "♞", Q: "♛", K: "♚" };
// The positions of a card's pips: columns and rows in percent.
const [L, M, R] = [20, 50, 80];
const PIPS = {
  A: [[M, 50]],
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

let socket; // the connection
let now = null; // the last frame: what the seat knows and may do
let last = -1; // the number of that frame
let pending = null; // a move that was sent and not yet answered
let chosen = new Map(); // from a card of the hand, such as "QS#0", to its tray
let tray = 0; // the tray for the next card
let asked = ""; // the question that `chosen` answers
let shownRound = null; // the round whose score was shown
let wait = 250; // milliseconds before the next try to connect

// ---------------------------------------------------------------- the wire

function connect() {
  const address = new URL(location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.hash = "";
  address.search = now ? `seen=${now.state}` : "";
  socket = new WebSocket(address);
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  socket.onclose = (event) => {
    if (event.code === 4404) {
      $("offline").textContent = "There is no seat at this address.";
      $("offline").hidden = false;
      return;
    }
    $("offline").hidden = false;
    setTimeout(connect, wait);
    wait = Math.min(2 * wait, 4000);
  };
}

function hear(frame) {
  wait = 250;
  if (frame.refused) {
    pending = null;
    return refused(frame.refused);
  }
  const back = !$("offline").hidden;
  $("offline").hidden = true;
  const number = frame.seen.number;
  const again = back && pending && pending.number === number;
  now = { ...frame, view: frame.seen.view, number };
  last = number;
  if (again) socket.send(pending.text); // the server did not get it: the game has not moved on
  else pending = null;
  draw();
}

function refused({ code, reason }) {
  if (code !== "stale") why(reason);
}

function send(text) {
  if (pending || socket.readyState !== WebSocket.OPEN) return;
  pending = { number: last, text };
  socket.send(text);
}

function answer(given) {
  send(JSON.stringify({ format: "heartslib-answer", version: 1, number: last, ...given }));
}

// ---------------------------------------------------------------- small things

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function button(label, onclick, className = "") {
  const made = element("button", className, label);
  made.type = "button";
  made.onclick = onclick;
  return made;
}

const list = (cards) => (cards ? cards.split(" ") : []);
const word = (card) => `${RANKS[card[0]] ?? card[0]} of ${SUITS[card[1]][1]}`;
const short = (card) => `${card[0] === "T" ? "10" : card[0]}${SUITS[card[1]][0]}${TEXT}`;
const why = (text) => ($("why").textContent = text);

// Update the children of `parent` by key; those that stay keep their focus and their motion.
function sync(parent, items, key, make, update) {
  const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  items.forEach((item, place) => {
    const name = key(item);
    let child = old.get(name);
    old.delete(name);
    if (!child) {
      child = make(item);
      child.dataset.key = name;
    }
    if (parent.children[place] !== child) parent.insertBefore(child, parent.children[place] ?? null);
    update(child, item, place);
  });
  for (const child of old.values()) child.remove();
}

// ---------------------------------------------------------------- cards

function face(card, tag = "div") {
  const [rank, suit] = card;
  const glyph = SUITS[suit][0] + TEXT;
  const made = element(tag, `card ${"DH".includes(suit) ? "red" : "black"} r${rank}`);
  made.dataset.card = card;
  for (const side of ["corner", "corner turned"]) {
    const index = element("span", side, element("b", "", RANKS[rank] === "10" ? "10" : rank), element("i", "", glyph));
    index.ariaHidden = "true";
    made.append(index);
  }
  const inner = element("span", PIPS[rank] ? "pips" : "court");
  inner.ariaHidden = "true";
  for (const [x, y] of PIPS[rank] ?? []) {
    const pip = element("i", y > 50 ? "turned" : "", glyph);
    pip.style.left = `${x}%`;
    pip.style.top = `${y}%`;
    inner.append(pip);
  }
  if (!PIPS[rank]) {
    for (const side of ["half", "half turned"]) inner.append(element("span", side, element("i", "", COURT[rank] + TEXT)));
  }
  made.append(inner);
  return made;
}

// The cards of a hand, each with a unique key: with two packs a card may occur twice.
function keyed(hand) {
  const copies = {};
  return list(hand).map((card) => ({ card, key: `${card}#${(copies[card] = (copies[card] ?? -1) + 1)}` }));
}

// ---------------------------------------------------------------- layout

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

function places() {
  const felt = $("felt");
  const { view } = now;
  const many = view.names.length > 6;
  const narrow = felt.clientWidth < 560;
  felt.classList.toggle("many", many);
  felt.classList.toggle("narrow", narrow);
  const plate = many && narrow ? [36, 26] : narrow ? [52, 34] : [86, 42];
  const edge = narrow ? 4 : 14;
  const most = many ? (narrow ? 38 : 54) : !narrow ? 82 : view.names.length > 4 ? 42 : 56; // so that the cards of a trick fit between the names
  $("trick").style.setProperty("--w", `${Math.min(most, felt.clientHeight * 0.17)}px`);
  const points = ring(view.names.length, felt.clientWidth / 2 - plate[0] - edge, felt.clientHeight / 2 - plate[1] - edge);
  return (seat) => points[(seat - (view.seat ?? 0) + view.names.length) % view.names.length];
}

function drawSeats(at) {
  const { view, screen } = now;
  const tricks = view.names.map((_, seat) => view.table.tricks.filter((each) => each.taker === seat).length);
  sync($("seats"), view.names.map((name, seat) => ({ name, seat })), ({ seat }) => `${seat}`, () => element("li", "plate"), (plate, { name, seat }) => {
    const [x, y] = at(seat);
    plate.style.setProperty("--x", `${x}px`);
    plate.style.setProperty("--y", `${y}px`);
    plate.classList.toggle("turn", view.to_act.includes(seat));
    plate.classList.toggle("won", screen.winners.includes(seat));
    plate.classList.toggle("me", seat === view.seat);
    const human = now.humans.includes(seat);
    const away = human && !now.here.includes(seat);
    const who = element("span", "who", element("b", "", name));
    if (seat === view.dealer) who.append(mark("D", "dealer", "deals"));
    if (!human) who.append(mark("⚙" + TEXT, "bot", "computer"));
    if (away) who.append(mark("away", "away", "not connected"));
    const score = element("span", "score", `${view.scores[seat]}`);
    score.title = "score";
    const facts = element("span", "facts");
    if (view.hand_sizes[seat] && seat !== view.seat) facts.append(fact(`${view.hand_sizes[seat]}`, "cards", `${view.hand_sizes[seat]} cards in hand`));
    if (tricks[seat]) facts.append(fact(`${tricks[seat]}`, "tricks", `${tricks[seat]} tricks`));
    const taken = counted(screen.taken[seat]);
    if (taken) facts.append(fact(taken, "taken", `has taken ${list(screen.taken[seat]).map(word).join(", ")}`));
    plate.replaceChildren(who, score, facts);
    const open = list(view.table.shown[seat]);
    if (open.length) plate.append(element("span", "open", ...open.map(small)));
  });
}

function mark(text, className, label) {
  const made = element("abbr", className, text);
  made.title = label;
  made.ariaLabel = label;
  made.role = "img";
  return made;
}

const fact = (text, className, label) => mark(text, className, label);

function small(card) {
  const made = element("span", `small ${"DH".includes(card[1]) ? "red" : "black"}`, short(card));
  made.role = "img";
  made.ariaLabel = `shows the ${word(card)}`;
  return made;
}

// Counting cards: how many hearts, and the others by name.
function counted(cards) {
  const hearts = list(cards).filter((card) => card[1] === "H").length;
  const others = list(cards).filter((card) => card[1] !== "H");
  const named = others.length > 3 ? [`+${others.length}`] : others.map(short);
  return [...(hearts ? [`${hearts}♥${TEXT}`] : []), ...named].join(" ");
}

function drawTrick(at) {
  const { view, screen } = now;
  const { trick, tricks } = view.table;
  const taken = !trick.cards.length && tricks.length > 0;
  const shown = taken ? tricks.at(-1) : trick;
  const number = tricks.length - (taken ? 1 : 0);
  const cards = shown.cards.map((card, place) => ({ card, place, seat: (shown.leader + place) % shown.players }));
  const many = $("felt").classList.contains("many");
  const narrow = $("felt").classList.contains("narrow");
  const reach = many ? [0.56, 0.56] : [narrow ? 0.34 : 0.42, 0.42];
  const most = many ? 999 : 150;
  const box = $("trick");
  box.classList.toggle("taken", taken && shown.taker !== null);
  const to = shown.taker === null ? [0, 0] : at(shown.taker);
  const key = ({ place, card }) => `${view.sheets.length}-${number}-${place}-${card}`;
  sync(box, screen.end === "over" ? [] : cards, key, ({ card }) => face(card), (child, { seat, card, place }) => {
    const seated = at(seat);
    const lap = Math.floor(place / shown.players); // 1 for the second lap of a trick
    const x = Math.max(-most, Math.min(most, seated[0] * reach[0])) + 16 * lap;
    const y = seated[1] * reach[1] + 12 * lap;
    const [fromX, fromY, toX, toY] = [seated[0] - x, seated[1] - y, to[0] - x, to[1] - y];
    for (const [name, value] of Object.entries({ x, y, "from-x": fromX, "from-y": fromY, "to-x": toX, "to-y": toY })) {
      child.style.setProperty(`--${name}`, `${value}px`);
    }
    child.style.setProperty("--tilt", `${((seat * 37 + place * 11) % 9) - 4}deg`);
    child.role = "listitem";
    child.ariaLabel = `${view.names[seat]}: ${word(card)}`;
  });
}

// ---------------------------------------------------------------- the hand

function drawHand() {
  const { view, screen } = now;
  const ask = screen.ask;
  const question = JSON.stringify([view.sheets.length, ask?.verb, ask?.trays]);
  if (question !== asked) {
    asked = question;
    chosen = new Map();
    tray = 0;
    why("");
  }
  const hand = keyed(view.hand);
  const box = $("hand");
  const focused = [...box.children].indexOf(document.activeElement);
  box.style.setProperty("--n", Math.max(hand.length, 2));
  const got = list(view.received);
  sync(box, hand, ({ key }) => key, ({ card }) => {
    const made = face(card, "button");
    made.type = "button";
    return made;
  }, (child, { card, key }, place) => {
    const reason = ask?.cards?.[card];
    const inside = chosen.get(key);
    const isNew = Number(key.split("#")[1]) < got.filter((each) => each === card).length;
    const from = isNew ? giver(card) : "";
    child.style.setProperty("--i", place - (hand.length - 1) / 2);
    child.classList.toggle("may", Boolean(ask?.cards) && !reason);
    child.classList.toggle("dim", Boolean(reason));
    child.classList.toggle("chosen", inside !== undefined);
    child.classList.toggle("new", isNew);
    child.dataset.tray = inside !== undefined && ask.trays.length > 1 ? ask.trays[inside].label : "";
    child.ariaDisabled = ask?.cards && !reason ? "false" : "true";
    if (ask?.trays.length) child.ariaPressed = String(inside !== undefined);
    else child.removeAttribute("aria-pressed");
    const into = inside === undefined ? "" : `, ${ask.trays[inside].label}`;
    const no = reason ? `may not be chosen: ${reason}` : "";
    child.ariaLabel = `${word(card)}${from}${into}${no && `, ${no}`}`;
    child.onclick = () => (no ? why(`The ${word(card)} ${no}.`) : tap(card, key));
    child.onfocus = child.onmouseenter = () => why(no && `The ${word(card)} ${no}.`);
    child.tabIndex = -1;
  });
  const target = box.children[Math.min(focused, hand.length - 1)];
  if (focused >= 0 && target && document.activeElement !== target) target.focus();
  rove();
}

function giver(card) {
  const packet = now.view.packets.find(({ taker, cards }) => taker === now.view.seat && list(cards).includes(card));
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
  drawHand();
  drawAsk();
}

const inTray = (place) => [...chosen].filter(([, inside]) => inside === place).map(([key]) => key.split("#")[0]);
const full = (place) => inTray(place).length >= now.screen.ask.trays[place].most;

// Tray by tray, so that the first seat gets the first cards.
const submit = () => answer({ cards: now.screen.ask.trays.flatMap((_, place) => inTray(place)) });

function drawAsk() {
  const { view, screen } = now;
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
  if (screen.end === "score") buttons.push({ label: "Scores and next round", act: showScores, go: true });
  if (screen.end === "over") buttons.push({ label: "Final scores", act: showScores, go: true });
  sync($("buttons"), buttons, ({ label }) => label, ({ label }) => button(label), (child, { label, rules, count, act, go, off }) => {
    child.replaceChildren(label + (count ?? ""), ...(rules ? [" ", element("small", "", rules)] : []));
    child.className = go ? "go" : "";
    child.disabled = Boolean(off);
    child.onclick = act;
  });
}

// Tab reaches one card of the hand, the arrow keys the others.
function rove(step = 0) {
  const cards = [...$("hand").children];
  if (!cards.length) return;
  const at = cards.indexOf(document.activeElement);
  const first = Math.max(cards.findIndex((card) => card.classList.contains("may")), 0);
  const place = at < 0 ? first : (at + step + cards.length) % cards.length;
  cards.forEach((card, n) => (card.tabIndex = n === place ? 0 : -1));
  if (step) cards[place].focus();
}

$("hand").onkeydown = (event) => {
  const count = $("hand").children.length;
  const at = [...$("hand").children].indexOf(document.activeElement);
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1, Home: -at, End: count - 1 - at }[event.key];
  if (step === undefined || at < 0) return;
  event.preventDefault();
  rove(step);
};

// ---------------------------------------------------------------- dialogs

function showLast() {
  const { view } = now;
  const trick = view.table.tricks.at(-1);
  $("last-title").textContent = trick.taker === null ? "Last trick: nobody took it" : `Last trick: ${view.names[trick.taker]} took it`;
  $("last-cards").replaceChildren(...trick.cards.map((card, place) => {
    const seat = (trick.leader + place) % trick.players;
    const picture = face(card);
    picture.role = "img";
    picture.ariaLabel = word(card);
    return element("figure", seat === trick.taker ? "taker" : "", picture, element("figcaption", "", view.names[seat]));
  }));
  $("last").showModal();
}

function drawScores() {
  const { view, screen } = now;
  const table = element("table");
  const head = element("tr", "", element("th", "", "Round"), ...view.names.map((name) => element("th", "", name)));
  table.append(element("thead", "", head));
  const body = element("tbody");
  screen.rounds.forEach(({ points, scores, contract }, round) => {
    const cells = points.map((each, seat) => element("td", "", element("small", "", `${each > 0 ? "+" : ""}${each}`), ` ${scores[seat]}`));
    const name = contract ? [" ", element("small", "", contract)] : [];
    body.append(element("tr", "", element("th", "", `${round + 1}`, ...name), ...cells));
  });
  table.append(body);
  const scroll = element("div", "scroll", table);
  scroll.tabIndex = 0;
  scroll.role = "region";
  scroll.ariaLabel = "Points of each round";
  const parts = screen.rounds.length ? [scroll] : [element("p", "", "No round has been finished yet.")];
  const round = screen.rounds.at(-1);
  if (round) {
    const contract = round.contract ? `, ${round.contract},` : "";
    parts.push(element("h3", "", `Round ${screen.rounds.length}${contract} in detail`));
    const reasons = element("dl");
    round.reasons.forEach((lines, seat) => {
      const shown = lines.length ? lines : [{ points: 0, reason: "took nothing that counts" }];
      reasons.append(element("dt", "", view.names[seat]));
      for (const { points, reason } of shown) reasons.append(element("dd", "", element("span", "points", `${points > 0 ? "+" : ""}${points}`), ` ${reason}`));
    });
    parts.push(reasons);
  }
  const title = screen.winners.length ? `${screen.winners.map((seat) => view.names[seat]).join(" and ")} won` : "Scores";
  $("scores-title").textContent = title;
  $("sheet").replaceChildren(...parts);
  $("next").hidden = screen.end !== "score";
}

function showScores() {
  drawScores();
  if (!$("scores").open) $("scores").showModal();
  $($("next").hidden ? "close-scores" : "next").focus();
}

$("show-last").onclick = showLast;
$("show-scores").onclick = showScores;
$("show-rules").onclick = async () => {
  const { title, chapters } = await (await fetch(`${location.pathname}/rules`)).json();
  $("rulebook").textContent = [title, ...chapters.map((each) => `${each.title}\n${each.paragraphs.join("\n")}`)].join("\n\n");
  $("rules").showModal();
};
$("scores").onclose = () => {
  if ($("scores").returnValue === "next") send(`next ${now.state}`);
  $("scores").returnValue = "";
};

// ---------------------------------------------------------------- the whole page

function draw() {
  const { view, screen } = now;
  const at = places();
  $("title").textContent = screen.title;
  $("terms").hidden = !screen.terms;
  $("terms").querySelector("b").textContent = screen.terms?.name ?? "";
  $("terms").querySelector("span").textContent = screen.terms?.rules ?? "";
  document.body.classList.toggle("high", screen.isHighBest);
  drawSeats(at);
  drawTrick(at);
  sync($("notes"), screen.notes, (note) => note, (note) => element("li", "", note), () => {});
  drawHand();
  drawAsk();
  $("show-last").disabled = !view.table.tricks.length;
  for (const sentence of screen.said) {
    $("log").append(element("li", "", sentence));
    if ($("log").children.length > 200) $("log").firstChild.remove();
  }
  $("log").scrollTop = $("log").scrollHeight;
  if ($("scores").open) drawScores();
  const counted = screen.end ? `${screen.end} ${screen.rounds.length}` : null;
  if (counted && counted !== shownRound) {
    setTimeout(() => shownRound === counted && showScores(), 1500); // time to see the last trick
  }
  shownRound = counted;
}

new ResizeObserver(() => {
  if (!now) return;
  const at = places();
  drawSeats(at);
  drawTrick(at);
}).observe($("felt"));

connect();
