// Search puts pages that help before those that explain, and both before lists of names and evidence. What is called as
// the reader asks comes before what mentions it.

const WEIGHTS = [
  [/^howto\/|^tutorial$|^try$|^index$|^reference\/(index|variants)$/, 3],
  [/^reference\/(variant|rule)\//, 0.5],
  [/^explanation\/(evidence|performance)|^changelog$|^contributing$|^notebook\//, 0.3],
];
const CALLED = { title: 120, index: 110, text: 150 }; // a heading, a term of the glossary, a whole page

const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const asked = words(new URLSearchParams(location.search).get("q") ?? "");

function isCalled(kind, title, score) {
  if (kind === "index") return score === 100; // the very term
  const named = words(title.split(" > ").pop());
  return kind in CALLED && asked.length > 0 && asked.every((word) => named.includes(word));
}

var Scorer = {
  score: ([page, title, , , score, , kind]) =>
    (score + (isCalled(kind, title, score) ? CALLED[kind] : 0)) *
    (WEIGHTS.find(([pages]) => pages.test(page))?.[1] ?? 1),
  objNameMatch: 11,
  objPartialMatch: 4,
  objPrio: { 0: 5, 1: 2, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
