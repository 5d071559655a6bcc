// The first page: choose a game and who plays, get a link for each human seat.

const $ = (id) => document.getElementById(id);
const NAMES = ["Sam", "Ada", "Bruno", "Chiara", "Dag", "Elif", "Femi", "Greta", "Hugo", "Ines", "Juri"];

const games = await (await fetch("/games")).json();

function option(value, text, chosen) {
  const made = new Option(text, value, chosen, chosen);
  return made;
}

function chair(seat) {
  const item = document.createElement("li");
  const name = document.createElement("input");
  name.value = NAMES[seat];
  name.required = true;
  name.maxLength = 16;
  name.setAttribute("aria-label", `Name of seat ${seat + 1}`);
  const who = document.createElement("select");
  who.setAttribute("aria-label", `Who plays seat ${seat + 1}`);
  who.append(option("human", "human", seat === 0), option("bot", "computer", seat > 0));
  item.append(name, who);
  return item;
}

function drawPlayers() {
  const game = games.find((each) => each.slug === $("variant").value);
  const before = Number($("players").value) || game.usual;
  const count = game.players.includes(before) ? before : game.usual;
  $("players").replaceChildren(...game.players.map((n) => option(n, n, n === count)));
  drawChairs();
}

async function drawChairs() {
  const count = Number($("players").value);
  const chairs = $("chairs");
  while (chairs.children.length > count) chairs.lastChild.remove();
  while (chairs.children.length < count) chairs.append(chair(chairs.children.length));
  const { title, chapters } = await (await fetch(`/games/${$("variant").value}/${count}`)).json();
  $("rules").querySelector("pre").textContent = [title, ...chapters.map((each) => `${each.title}\n${each.paragraphs.join("\n")}`)].join("\n\n");
}

async function make(event) {
  event.preventDefault();
  const seats = [...$("chairs").children].map((item) => ({
    name: item.querySelector("input").value,
    human: item.querySelector("select").value === "human",
  }));
  const answer = await fetch("/games", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ variant: $("variant").value, seats }),
  });
  const reply = await answer.json();
  $("error").textContent = answer.ok ? "" : reply.error;
  if (answer.ok) drawLinks(reply, seats);
}

function drawLinks(links, seats) {
  $("seats").replaceChildren(
    ...Object.entries(links).map(([seat, path]) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = new URL(path, location.origin);
      link.target = "_blank";
      link.className = "go";
      link.textContent = `Sit down as ${seats[seat].name}`;
      const copy = document.createElement("button");
      copy.type = "button";
      copy.textContent = "Copy link";
      copy.onclick = async () => {
        await navigator.clipboard.writeText(link.href);
        copy.textContent = "Copied";
      };
      item.append(link, ...(navigator.clipboard ? [copy] : []));
      return item;
    }),
  );
  $("form").hidden = true;
  $("links").hidden = false;
  $("seats").querySelector("a").focus();
}

$("variant").replaceChildren(...games.map((game) => option(game.slug, game.name, game.slug === "american")));
$("variant").onchange = drawPlayers;
$("players").onchange = drawChairs;
$("form").onsubmit = make;
drawPlayers();
