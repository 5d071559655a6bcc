// Rounds of a game from Node: the rules are in `heartslib serve`, a process beside this one, and nothing here knows
// them.  Its arguments: rounds, a variant, and the command.  Node 22.18 and later runs it as it is:
//
//     node examples/serve/play.ts 200 american

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type {
  AnswerMessage,
  GameRecord,
  Move,
  Question,
  Rules,
  Seat,
  ViewMessage,
} from "../../src/heartslib/schemas/heartslib";

/** How far a game is: what to do next follows from the phase, and from who is to act. */
type State = { game: number; number: number; phase: string; to_act: Seat[] };

/** The parameters and the result of each method used here. */
type Methods = {
  new: [{ rules: Rules }, State];
  deal: [{ game: number; seed?: number }, State];
  view: [{ game: number; seat: Seat | null; since?: number }, ViewMessage];
  receive: [{ game: number; seat: Seat; message: AnswerMessage }, State];
  apply: [{ game: number; move: Move }, State];
  save: [{ game: number }, GameRecord];
  load: [{ record: GameRecord }, State];
  close: [{ game: number }, null];
};

type Failure = { code: number; message: string; data: { code: string; reason: string } };
type Response = { id: number; result?: never; error?: Failure };

const [rounds = "200", slug = "american", program = "heartslib", ...words] = process.argv.slice(2);
const server = spawn(program, words.length ? words : ["serve"], { stdio: ["pipe", "pipe", "inherit"] });

const waiting = new Map<number, (response: Response) => void>();
createInterface({ input: server.stdout }).on("line", (line) => {
  const response: Response = JSON.parse(line);
  waiting.get(response.id)?.(response);
  waiting.delete(response.id);
});

let last = 0;
function ask<M extends keyof Methods>(
  method: M,
  params: Methods[M][0],
): Promise<{ result?: Methods[M][1]; error?: Failure }> {
  const id = ++last;
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  return new Promise((answered) => waiting.set(id, answered));
}

async function call<M extends keyof Methods>(method: M, params: Methods[M][0]): Promise<Methods[M][1]> {
  const { result, error } = await ask(method, params);
  if (error) throw new Error(`${method}: ${error.message}`);
  return result as Methods[M][1];
}

let chance = 7;
const below = (most: number) => (chance = (chance * 48271) % 2147483647) % most;
const any = <T>(things: T[]): T => things[below(things.length)]!;

function shuffled(cards: string[]): string[] {
  const left = [...cards];
  return cards.flatMap(() => left.splice(below(left.length), 1));
}

function choice(question: Question) {
  switch (question.shape) {
    case "cards":
      return { cards: shuffled(question.among).slice(0, any(question.counts)) };
    case "name":
      return { name: any(question.names) };
    case "yes-or-no":
      return { yes: below(2) === 0 };
  }
}

let events = 0;
let refused = 0;

/** A seat answers at random; sometimes it first tries a card that it may not play. */
async function answered(game: number, seat: Seat, since: number): Promise<State> {
  const seen = await call("view", { game, seat, since });
  const { number, epoch, question } = seen;
  if (!question) throw new Error(`seat ${seat} is asked nothing`);
  events += seen.events?.length ?? 0;
  const head = { format: "heartslib-answer", version: 1, number, epoch } as const;
  const [barred] = question.shape === "cards" ? Object.entries(question.barred) : [];
  if (barred && !below(10)) {
    const [card, { rule }] = barred;
    const { error } = await ask("receive", { game, seat, message: { ...head, cards: [card] } });
    if (error?.data.code !== rule) throw new Error(`${card} should be refused by ${rule}`);
    refused += 1;
  }
  return call("receive", { game, seat, message: { ...head, ...choice(question) } });
}

async function round(state: State): Promise<State> {
  const { game } = state;
  const since: number[] = [];
  while (state.phase !== "score") {
    const [seat] = state.to_act;
    if (seat === undefined) {
      state = await call("deal", { game, seed: below(1_000_000) });
    } else {
      const { number } = state;
      state = await answered(game, seat, since[seat] ?? number);
      since[seat] = number;
    }
  }
  return call("apply", { game, move: { move: "Score" } });
}

async function main() {
  let games = 1;
  let state = await call("new", { rules: slug });
  for (let played = 0; played < Number(rounds); played++) {
    if (state.phase === "over") {
      await call("close", { game: state.game });
      state = await call("new", { rules: slug });
      games += 1;
    }
    state = await round(state);
    const record = await call("save", { game: state.game }); // to a database, say, and back
    await call("close", { game: state.game });
    state = await call("load", { record });
  }
  const { view } = await call("view", { game: state.game, seat: null });
  console.log(`${rounds} rounds of ${slug} in ${games} games, ${events} events, ${refused} cards refused`);
  console.log(`the scores of the last game: ${view.scores.join(" ")}`);
  server.stdin.end();
}

void main();
