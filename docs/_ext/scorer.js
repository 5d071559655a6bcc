// Search puts the pages that help before those that explain, and both before lists of names and evidence.

const WEIGHTS = [
  [/^howto\/|^tutorial$|^try$|^reference\/variants$/, 3],
  [/^reference\/(variant|rule)\//, 0.5],
  [/^explanation\/(evidence|performance|study)|^changelog$|^contributing$|^notebook\//, 0.3],
];

var Scorer = {
  score: ([page, , , , score]) => score * (WEIGHTS.find(([pages]) => pages.test(page))?.[1] ?? 1),
  objNameMatch: 11,
  objPartialMatch: 4,
  objPrio: { 0: 5, 1: 2, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
