// A player that knows no rules and no phases: it answers questions, with a line of JSON in and out
// for each, on standard input and output.  Its argument is a random seed: node client.js 7

// Comments name the types of messages, which come with the library, so that editors and tsc check them.
/** @typedef {import("../../src/heartslib/schemas/heartslib").AnswerMessage} AnswerMessage */
/** @typedef {import("../../src/heartslib/schemas/heartslib").Question} Question */
/** @typedef {import("../../src/heartslib/schemas/heartslib").ViewMessage} ViewMessage */

const { createInterface } = require("node:readline");

let chance = Number(process.argv[2] ?? Date.now()) % 2147483647 || 1;
/** @param {number} most */
const below = (most) => (chance = (chance * 48271) % 2147483647) % most;
/** @template T @param {T[]} things */
const any = (things) => things[below(things.length)];

/** @param {string[]} cards */
function shuffled(cards) {
  const left = [...cards];
  return cards.map(() => left.splice(below(left.length), 1)[0]);
}

/** @param {Question} question @returns {{ cards: string[] } | { name: string } | { yes: boolean }} */
function answer(question) {
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
  }
}

/**
 * @param {ViewMessage | { undo: number }} message
 * @returns {AnswerMessage | { undo: true } | { agree: boolean }}
 */
function reply(message) {
  if ("undo" in message) return { agree: below(4) > 0 }; // a seat asks to take back the last move
  if (!below(60)) return { undo: true };
  const { number, epoch, question } = message; // the numbers say which view is answered
  if (!question) throw new Error("this seat is asked nothing");
  return { format: "heartslib-answer", version: 1, number, epoch, ...answer(question) };
}

createInterface({ input: process.stdin }).on("line", (line) => {
  console.log(JSON.stringify(reply(JSON.parse(line))));
});
