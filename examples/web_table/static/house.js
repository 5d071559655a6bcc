// The sheet of house rules: each chapter of the rulebook, and what it may say instead.

import { $, element } from "./dom.js";
import { showRules, typeset } from "./rules.js";

let of = ""; // the rules that change
let keys = null; // the changes so far

export const begin = () => (keys = null);
export const chosen = () => [of, ...keys].join(" ");

export function showSheet(sheet, ask) {
  ({ of } = sheet);
  keys ??= sheet.keys;
  if (sheet.keys.join() !== keys.join()) return; // there has been another click since
  const box = $("rulebook");
  const open = new Set([...box.querySelectorAll("details[open]")].map(({ dataset }) => dataset.chapter));
  const focused = document.activeElement.closest("#rulebook input")?.value;
  const choice = ({ key, text, chosen, adds }) => {
    const input = element("input");
    Object.assign(input, { type: adds ? "checkbox" : "radio", name: key.split(".")[0], value: key, checked: chosen });
    const others = adds ? keys : keys.filter((each) => each.split(".")[0] !== input.name); // of which it is one
    input.onchange = () => ask((keys = [...others, key]));
    return element("label", "check", input, element("span", "", ...typeset(text)));
  };
  showRules(box, sheet, ({ title, options }) => {
    if (!options.length) return [];
    const made = element("details", "", element("summary", "", `Change: ${title.toLowerCase()}`), ...options.map(choice));
    made.dataset.chapter = title;
    made.open = open.has(title);
    return [made];
  });
  box.querySelector(`input[value="${focused}"]`)?.focus();
  $("change-rules").hidden = true;
  $("play-rules").hidden = false;
}
