// A player that knows no rules and no phases: it answers questions, with a line of JSON in and out
// for each, on standard input and output.  Its argument is a random seed: node client.js 7

const { createInterface } = require("node:readline");

let chance = Number(process.argv[2] ?? Date.now()) % 2147483647 || 1;
const below = (most) => (chance = (chance * 48271) % 2147483647) % most;
const any = (things) => things[below(things.length)];

function shuffled(cards) {
  const left = [...cards];
  return cards.map(() => left.splice(below(left.length), 1)[0]);
}

function answer({ question }) {
  switch (question.shape) {
    case "cards":
      if (question.instead.length && !below(30)) {
        return { name: any(question.instead) };
      }
      return { cards: shuffled(question.among).slice(0, any(question.counts)) };
    case "name":
      return { name: any(question.names) };
    case "yes-or-no":
      return { yes: below(2) === 0 };
    default:
      throw new Error(`a question of the shape ${question.shape}`);
  }
}

function reply(message) {
  if ("undo" in message) return { agree: below(4) > 0 }; // a seat asks to take back the last move
  if (!below(60)) return { undo: true };
  const { number, epoch } = message; // they say which view is answered
  return { format: "heartslib-answer", version: 1, number, epoch, ...answer(message) };
}

createInterface({ input: process.stdin }).on("line", (line) => {
  console.log(JSON.stringify(reply(JSON.parse(line))));
});
