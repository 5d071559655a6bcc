// The lobby: play at once, go on with a game, join others, or make a table.

import { $, button, element } from "./dom.js";
import { find } from "./find.js";
import "./offline.js";
import { dropTable, keepSeats, ownGames, ownTables, remember, setting } from "./own.js";
import { showRules } from "./rules.js";

const NAMES = ["Guest", "Ada", "Bruno", "Chiara", "Dag", "Elif", "Femi", "Greta", "Hugo", "Ines", "Juri"];
const USUAL = "american";
const LOOK_AGAIN = 5000; // milliseconds
const NO_NETWORK = "No network just now. Please try again in a moment.";

const listed = list();
let games = []; // those on offer, once they have come
let isPicked = false; // whether somebody has chosen the game, and not a search

// ---------------------------------------------------------------- what is asked of the server

// The games on offer; without a network, once there is one.
async function list() {
  for (;;) {
    const answer = await fetch("/games").catch(() => null);
    $("no-game").textContent = answer?.ok ? "" : "No network just now. The games come when it is back.";
    if (answer?.ok) return answer.json();
    await new Promise((done) => setTimeout(done, LOOK_AGAIN));
  }
}

// The reply; if there is none, nothing, and the reason in `problem`.
async function post(path, body, problem) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  const reply = await answer?.json().catch(() => null);
  problem.textContent = answer?.ok ? "" : reply?.error ?? NO_NETWORK;
  return answer?.ok ? reply : null;
}

function request(form, variant, seats, more = {}) {
  const wanted = { variant, seats, strength: $("strength").value, ...more };
  return post("/games", wanted, form.querySelector(".error"));
}

function go(path) {
  location.href = new URL(path, location.origin);
}

// ---------------------------------------------------------------- play at once

async function playNow(event) {
  event.preventDefault();
  const isCutOff = !games.length && $("no-game").textContent;
  $("quick").querySelector(".error").textContent = isCutOff ? NO_NETWORK : "";
  if (isCutOff) return;
  games = await listed;
  const links = await request($("quick"), games.some(({ slug }) => slug === USUAL) ? USUAL : games[0].slug, around());
  if (links) go(links[0]);
}

const me = () => $("name").value.trim() || NAMES[0];
const same = (one, other) => one.toLowerCase() === other.toLowerCase();

// Names that none of these is, the usual ones first.
const others = (taken) => [...NAMES.slice(1), NAMES[0]].filter((name) => !taken.some((each) => same(each, name)));

// The player in a seat, and computer players in the others.
function around(players = 4, seat = 0) {
  const names = others([me()]).slice(0, players - 1);
  return names.toSpliced(seat, 0, me()).map((name, n) => ({ name, human: n === seat }));
}

// The game of the day, for which all games for four take turns; or the one that a friend has sent a link to.
function drawDay() {
  const now = new Date();
  const fit = games.filter(({ players }) => players.includes(4));
  const sent = Object.fromEntries(new URLSearchParams(location.search));
  const [seat, players, found] = [Number(sent.seat ?? 0), Number(sent.players ?? 4), games.find(({ slug }) => slug === sent.game)];
  const isSent = Boolean(sent.deal && found?.players.includes(players) && seat >= 0 && seat < players);
  const { slug, name, counts } = isSent ? found : fit[Math.floor(now / 864e5) % fit.length];
  const cards = isSent ? { deal: sent.deal, strength: sent.computer ?? "casual" } : { deal: now.toISOString().slice(0, 10), strength: "casual" };
  $("day-game").textContent = `${name}.`;
  $("day-counts").textContent = counts;
  if (isSent) {
    $("day").parentElement.prepend($("day"));
    $("day-title").textContent = "The same cards as a friend";
    $("day-note").textContent = "You get your friend’s seat and cards, against computer players of the same level: compare your scores.";
  }
  $("play-day").onclick = async () => {
    const links = await request($("day"), slug, isSent ? around(players, seat) : around(), cards);
    if (links) go(Object.values(links)[0]);
  };
  $("day").hidden = false;
}

// ---------------------------------------------------------------- tables that there are

function row(title, text, ...actions) {
  return element("li", "", element("div", "", element("b", "", title), element("span", "", text)), element("div", "actions", ...actions));
}

function link(path, text, className = "button") {
  const made = element("a", className, text);
  made.href = path;
  return made;
}

async function drawOwn() {
  const rows = await Promise.all(ownTables().map(async (path) => {
    const answer = await fetch(`${path}/status`).catch(() => null);
    if (answer?.status === 404) dropTable(path);
    if (!answer?.ok) return null;
    const { title, status, others, isYourTurn, isOver } = await answer.json();
    const forget = button("Forget", () => {
      dropTable(path);
      drawOwn();
    });
    forget.ariaLabel = `Forget ${title} with ${others.join(", ")}`;
    const made = row(title, `With ${others.join(", ")}. ${status}.`, link(path, isOver ? "Look" : "Go on", isYourTurn ? "go" : "button"), forget);
    return made;
  }));
  const shown = rows.filter(Boolean);
  $("own").hidden = !shown.length;
  $("own-tables").replaceChildren(...shown);
}

// The games that were finished in this browser: how many, and how many were won.
function drawFinished() {
  const counts = new Map();
  for (const { game, won } of ownGames()) {
    for (const name of ["All games", game]) {
      const [played, wins] = counts.get(name) ?? [0, 0];
      counts.set(name, [played + 1, wins + won]);
    }
  }
  const line = (tag, ...texts) => element("tr", "", ...texts.map((text) => element(tag, "", `${text}`)));
  $("finished").hidden = !counts.size;
  $("games-played").replaceChildren(line("th", "Game", "Played", "Won"), ...[...counts].map(([name, [played, wins]]) => line("td", name, played, wins)));
}

async function drawOpen() {
  if (document.hidden) return;
  const tables = await fetch("/tables").then((answer) => answer.json()).catch(() => null);
  if (!tables) return;
  $("open").hidden = false;
  const drawn = JSON.stringify(tables);
  if ($("open-tables").dataset.drawn === drawn) return; // so that the focus stays
  $("open-tables").dataset.drawn = drawn;
  $("no-tables").hidden = tables.length > 0;
  $("open-tables").replaceChildren(...tables.map((table) => {
    const { game, round, people, free, players, watch } = table;
    const seats = free ? `${free} of ${players} seats free` : "no seat free";
    const look = link(`/watch/${watch}`, "Watch");
    look.ariaLabel = `Watch ${people.join(" and ")}`;
    const join = button("Join", async () => {
      const reply = await post(`/tables/${watch}`, { name: $("name").value.trim() || NAMES[0] }, $("join-error"));
      if (reply) go(reply.path);
    }, "go");
    join.ariaLabel = `Join ${people.join(" and ")}`;
    const when = round ? `Round ${round}` : "The game is over";
    return row(game, `${people.join(", ")}. ${when}, ${seats}.`, ...(free ? [join] : []), look);
  }));
}

// ---------------------------------------------------------------- make a table

const chosen = () => games.find(({ slug }) => slug === document.querySelector("[name=variant]:checked")?.value);
const option = ({ slug }) => document.querySelector(`[name=variant][value="${slug}"]`);

function drawGames() {
  const groups = [...new Set(games.map(({ group }) => group))];
  $("games").append(...groups.map((group, place) => {
    const title = element("h3", "", group);
    title.id = `group-${place}`;
    const made = element("section", "group", title, ...games.filter((game) => game.group === group).map(choice));
    made.role = "group";
    made.setAttribute("aria-labelledby", title.id);
    return made;
  }));
  const most = Math.max(...games.flatMap(({ players }) => players));
  for (let n = 2; n <= most; n++) $("for").append(new Option(n, n));
  if (!document.querySelector("[name=variant]:checked")) document.querySelector("[name=variant]").checked = true;
}

function choice({ slug, name, aliases, summary, counts, players }) {
  const input = element("input");
  Object.assign(input, { type: "radio", name: "variant", value: slug, required: true, checked: slug === USUAL });
  input.onchange = () => {
    isPicked = true;
    drawPlayers();
  };
  const also = aliases.length ? [element("small", "", `Also called ${aliases.join(", ")}.`)] : [];
  const lines = [element("b", "", name), element("small", "", `${numbers(players)} players`), element("small", "", summary), ...also, element("small", "counts", counts)];
  return element("label", "game", input, element("span", "", ...lines.flatMap((line) => [line, " "])));
}

// Numbers in order, in brief: "3 to 6", or "4, 6".
const numbers = (all) => (all.length > 1 && all.at(-1) - all[0] === all.length - 1 ? `${all[0]} to ${all.at(-1)}` : all.join(", "));

// Show the games for so many players that fit what is typed, in groups, the best first.
function filterGames() {
  const typed = $("words").value.trim();
  const count = Number($("for").value);
  const found = find(games, typed).filter(({ players }) => !count || players.includes(count));
  const labels = [...new Set([...found, ...games])].map((game) => option(game).closest("label"));
  labels.forEach((label, place) => {
    label.hidden = place >= found.length;
    label.parentElement.append(label);
  });
  $("games").append(...new Set(labels.map((label) => label.parentElement)));
  for (const group of $("games").children) group.hidden = !group.querySelector(".game:not([hidden])");
  $("games").scrollTop = 0;
  $("no-game").textContent = found.length === games.length ? "" : found.length ? `${found.length} of ${games.length} games.` : "No game has all of that.";
  if (!isPicked || !found.includes(chosen())) choose(typed || count ? found[0] : null);
  if (count && chosen()?.players.includes(count)) {
    $("players").value = count;
    drawChairs();
  }
}

// A search chooses the best game that it finds, until somebody picks one; without words it chooses none.
function choose(game) {
  isPicked = false;
  for (const each of games) option(each).checked = each === game;
  drawPlayers();
}

function chair(seat) {
  const item = element("li");
  const name = element("input");
  Object.assign(name, { required: true, maxLength: 16, ariaLabel: `Name of seat ${seat + 1}` });
  name.onchange = () => {
    name.dataset.given = name.value.trim();
    drawChairs();
  };
  const who = element("select");
  who.ariaLabel = `Who plays seat ${seat + 1}`;
  who.append(new Option("human", "human", seat === 0, seat === 0), new Option("computer", "bot", seat > 0, seat > 0));
  item.append(name, who);
  return item;
}

function drawPlayers() {
  const game = chosen();
  $("how").classList.toggle("none", !game);
  $("chosen").textContent = game?.name ?? "Choose a game";
  if (!game) return;
  $("short").textContent = game.short;
  const before = Number($("players").value) || game.usual;
  const count = game.players.includes(before) ? before : game.usual;
  $("players").replaceChildren(...game.players.map((n) => new Option(n, n, n === count, n === count)));
  drawChairs();
}

function drawChairs() {
  const [chairs, count] = [$("chairs"), Number($("players").value)];
  while (chairs.children.length > count) chairs.lastChild.remove();
  while (chairs.children.length < count) chairs.append(chair(chairs.children.length));
  // a name stays, unless somebody else has got it by hand
  const inputs = [...chairs.querySelectorAll("input")];
  if (!inputs[0].dataset.given) inputs[0].value = me();
  const given = inputs.filter((input, seat) => !seat || input.dataset.given);
  for (const input of inputs.filter((each) => !given.includes(each))) {
    const isTaken = given.some(({ value }) => same(value, input.value));
    if (isTaken || !input.value) [input.value] = others(inputs.map(({ value }) => value));
  }
}

async function make(event) {
  event.preventDefault();
  const seats = [...$("chairs").children].map((item) => ({
    name: item.querySelector("input").value,
    human: item.querySelector("select").value === "human",
  }));
  const ready = await import("./ready.js").catch(() => null);
  $("form").querySelector(".error").textContent = ready ? "" : NO_NETWORK;
  const links = ready && (await request($("form"), chosen().slug, seats, { is_open: $("is-open").checked }));
  if (!links) return;
  const paths = Object.values(links);
  if (paths.length === 1) return go(paths[0]);
  drawLinks(links, seats, ready.drawSeats);
}

function drawLinks(links, chairs, drawSeats) {
  const seats = Object.entries(links).map(([seat, path]) => ({ seat: Number(seat), name: chairs[seat].name, path: `/${path}` }));
  keepSeats(seats);
  $("form").hidden = true;
  $("links").hidden = false;
  $("near").hidden = !/^(localhost|127\.|\[::1)/.test(location.hostname);
  drawSeats($("seats"), seats, [], seats[0].path);
  $("seats").querySelector("a").focus();
  lookWhoComes(seats, drawSeats);
}

async function lookWhoComes(seats, drawSeats) {
  const [{ path }] = seats;
  const answer = await fetch(`${path}/status`).catch(() => null);
  if (answer?.ok) drawSeats($("seats"), seats, (await answer.json()).here, path);
  setTimeout(lookWhoComes, 2000, seats, drawSeats);
}

// ---------------------------------------------------------------- begin

$("name").value ||= setting("name", NAMES[0]);
$("name").onchange = () => {
  remember("name", $("name").value.trim());
  if (!games.length) return;
  delete $("chairs").querySelector("input").dataset.given;
  drawChairs();
};
$("own-strength").innerHTML = $("strength").innerHTML;
for (const [chosen, other] of [["strength", "own-strength"], ["own-strength", "strength"]]) {
  $(chosen).value = setting("strength", "casual");
  $(chosen).onchange = () => {
    $(other).value = $(chosen).value;
    remember("strength", $(chosen).value);
  };
}
$("players").onchange = drawChairs;
$("words").oninput = $("for").onchange = filterGames;
$("words").onkeydown = (event) => {
  if (event.key === "Enter") event.preventDefault(); // it makes no table
};
$("quick").onsubmit = playNow;
$("form").onsubmit = make;
$("show-rules").onclick = async () => {
  const problem = $("form").querySelector(".error");
  try {
    const answer = await fetch(`/games/${chosen().slug}/${$("players").value}`);
    if (!answer.ok) return;
    showRules($("rulebook"), await answer.json());
    problem.textContent = "";
    $("rules").showModal();
  } catch {
    problem.textContent = NO_NETWORK;
  }
};
$("quick").querySelector("button").disabled = false;
$("forget-games").onclick = () => {
  remember("games", []);
  drawFinished();
};
listed.then(drawOwn); // there is a network
drawFinished();
drawOpen();
setInterval(drawOpen, LOOK_AGAIN);
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  drawOwn();
  drawFinished();
});
games = await listed;
drawGames();
drawPlayers();
drawDay();
for (const each of $("form").querySelectorAll("button")) each.disabled = false;
