// A player that knows no rules and no phases: it answers questions, with a line of JSON in and out
// for each, on standard input and output.  Its argument is a random seed: node client.js 7

const { createInterface } = require("node:readline");

let chance = Number(process.argv[2] ?? Date.now()) % 2147483647 || 1;
const below = (most) => (chance = (chance * 48271) % 2147483647) % most;
const any = (things) => things[below(things.length)];
const claimed = new Set(); // the rounds in which a seat has claimed

function shuffled(cards) {
  const left = [...cards];
  return cards.map(() => left.splice(below(left.length), 1)[0]);
}

function answer({ question, view }) {
  switch (question.shape) {
    case "cards": {
      const round = `${view.seat} ${view.sheets.length}`;
      if (question.instead.length && !claimed.has(round) && !below(30)) {
        claimed.add(round);
        return { name: any(question.instead) };
      }
      return { cards: shuffled(question.among).slice(0, any(question.counts)) };
    }
    case "name":
      return { name: any(question.names) };
    case "yes-or-no":
      return { yes: below(2) === 0 };
    default:
      throw new Error(`a question of the shape ${question.shape}`);
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  const head = { format: "heartslib-answer", version: 1, number: message.number };
  console.log(JSON.stringify({ ...head, ...answer(message) }));
});
