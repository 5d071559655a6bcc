// Games found by what people type: by their names first, then by what is true of them, then by their descriptions.

const IDLE = ["a", "the", "for", "with", "in", "game", "games", "hearts"]; // words that tell no game from another

// Words in small letters without accents, each after a space, so that " king" is the beginning of a word.
const folded = (text) => {
  const plain = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ı", "i").replaceAll("ł", "l");
  return ` ${plain.split(/[\s,.;:()]+/).filter(Boolean).join(" ")}`;
};

// What is searched of a game, the most telling first: names, short facts, and descriptions.
const searched = ({ name, aliases, group, words, summary, counts, short }) => ({
  names: [name, ...aliases].map(folded),
  facts: [group, ...words.split(", ")].map(folded),
  rest: [summary, counts, short].map(folded),
});

// The games that fit what is typed, the best first.  A fact that is typed, such as "for two", finds no descriptions.
export function find(games, typed) {
  const whole = folded(typed).trimEnd();
  const telling = whole.split(" ").filter((word) => word && !IDLE.includes(word));
  const phrase = telling.map((word) => ` ${word}`).join("");
  const all = games.map((game) => ({ game, ...searched(game) }));
  const holds = (texts, part) => texts.some((text) => text.includes(part));
  const fact = phrase && [whole, phrase].find((part) => all.some(({ facts }) => holds(facts, part)));
  const isPhrase = all.some(({ names, facts, rest }) => holds([...names, ...facts, ...rest], phrase));
  const place = ({ names, facts, rest }) => [
    names.includes(whole),
    Boolean(whole) && names.some((name) => name.startsWith(whole)),
    holds(names, fact || phrase),
    Boolean(fact) && holds(facts, fact),
    !fact && isPhrase && holds([...facts, ...rest], phrase),
    !isPhrase && telling.every((word) => holds([...names, ...facts, ...rest], ` ${word}`)),
  ].indexOf(true);
  const found = all.map((each) => ({ game: each.game, place: place(each) })).filter(({ place }) => place >= 0);
  return found.sort((one, other) => one.place - other.place).map(({ game }) => game);
}
