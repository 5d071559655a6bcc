// A rulebook, typeset: headings, paragraphs and lists, with the suits in their colours.

import { element } from "./dom.js";
import { TEXT } from "./cards.js";

const SUIT = /(10|[*1-9JQKA])?([♣♦♠♥])/g;

// Text whose cards do not break, with red suits in red.
export function typeset(text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(SUIT)) {
    parts.push(text.slice(from, found.index));
    parts.push(element("span", `suit ${"♦♥".includes(found[2]) ? "red" : ""}`, `${found[1] ?? ""}${found[2]}${TEXT}`));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)];
}

// A paragraph that begins with a name and a colon is an entry of a list.
function entry(text) {
  const [, name, rest] = text.match(/^([^:.]{1,40}): (.*)$/) ?? [null, "", text];
  return element("li", "", ...(name ? [element("b", "", ...typeset(`${name}:`)), " "] : []), ...typeset(rest));
}

// Under each chapter comes what `more` makes of it.
export function showRules(box, { title, chapters }, more = () => []) {
  const parts = chapters.flatMap((chapter) => [
    element("h3", "", chapter.title),
    chapter.paragraphs.length > 1
      ? element("ul", "", ...chapter.paragraphs.map(entry))
      : element("p", "", ...typeset(chapter.paragraphs.join(" "))),
    ...more(chapter),
  ]);
  box.replaceChildren(element("p", "lead", title), ...parts);
}
