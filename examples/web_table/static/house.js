// The sheet of house rules: what people change most often on top, the rest below by chapter.  A click shows at once;
// what the table will read, and what still fits, follow from the server.

import { button, element } from "./dom.js";
import { typeset } from "./rules.js";

const REST = 400; // milliseconds without a click after which the rest is looked up again

let link; // how to ask the server, and how to send a change
let of; // the rules that change
let began; // the changes when the sheet was opened
let keys; // the changes now
let good; // the last ones that the server took
let options; // what each chapter may say
let wait; // the timer until the rest is looked up
const open = new Set(); // the chapters that are open
const places = new Map(); // of each choice that was ever offered, what it takes the place of

const dialog = element("dialog", "house");
const title = element("h2", "", "Change the rules");
title.id = "house-title";
dialog.setAttribute("aria-labelledby", title.id);
const game = element("p", "lead");
const says = element("p", "says");
says.role = "status";
const usual = element("div", "usual");
const chapters = element("div", "");
const work = element("p", "note working");
work.role = "status";
const problem = element("p", "error");
problem.role = "alert";
const only = element("input");
only.type = "checkbox";
only.onchange = () => draw();
const back = button("Undo all", () => choose([]));
const filter = element("div", "filter", element("label", "check", only, element("span", "", "Only what I changed")), back);
const foot = element("form", "");
foot.onsubmit = (event) => event.preventDefault();
const use = button("Use from next round", apply, "go");
const shut = button("Close", close);
const lost = element("p", "", "Your changes are not in use yet.");
const drop = button("Drop them", () => dialog.close());
const stay = button("Go on", () => {
  asks(false);
  shut.focus();
});
dialog.append(title, game, problem, usual, says, filter, work, chapters, foot);
dialog.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  close();
});
dialog.oncancel = (event) => {
  event.preventDefault();
  close();
};
dialog.onclose = () => clearTimeout(wait);
document.body.append(dialog);

export const isOpen = () => dialog.open;

// Begin with the changes that the table has made for the coming round.
export function begin(given) {
  link = given;
  began = keys = good = options = null;
  only.checked = false;
  for (const each of [game, says, usual, chapters, problem]) each.replaceChildren();
  usual.mark = chapters.mark = filter.hidden = true;
  busy("Looking up what other rulebooks say …");
  asks(false);
  use.disabled = true;
  dialog.showModal();
  shut.focus();
  renew();
}

// Ask again, as after a lost connection.
export function renew() {
  if (!dialog.open) return;
  for (const word of ["sheet", "choices"]) link.ask(keys ? `${word} ${[of, ...keys].join(" ")}` : word);
}

export function hear({ sheet, choices }) {
  const found = sheet ?? choices;
  if (!dialog.open || (keys && !same(found.keys, keys))) return; // there has been another click since
  ({ of } = found);
  keys ??= found.keys;
  began ??= found.keys;
  good = keys;
  if (sheet) {
    game.textContent = sheet.title;
    says.replaceChildren(...(sheet.says ? [element("b", "", "What changes: "), ...typeset(sheet.says)] : ["Nothing is changed."]));
  } else {
    options = groups(choices.options, "place").flatMap(([, found]) => withOwn(found));
    for (const { key, place } of choices.options) places.set(key, place);
    busy("");
  }
  draw();
}

// What cannot be: go back to what could, or begin again if somebody else has changed the rules.
export function refuse({ code }, reason) {
  clearTimeout(wait);
  busy("");
  if (code === "changed") {
    began = keys = good = null;
    renew();
  } else if (good) keys = good;
  draw();
  problem.textContent = code === "changed" ? "Somebody else has changed the rules meanwhile. Here they are." : reason;
  problem.scrollIntoView({ block: "nearest" });
}

const same = (one, other) => one.length === other.length && one.every((key) => other.includes(key));
const changed = (option) => option.own !== isOn(option);

// A rule of this game alone is no choice of others, and people want it back.
function withOwn(found) {
  const [{ adds }] = found;
  return adds || found.some(({ own }) => own) ? found : [{ ...found[0], key: "", label: "As it is in this game", text: "", own: true }, ...found];
}

function busy(text) {
  work.textContent = text;
  work.hidden = !text;
}

function isOn({ key, own, adds, place }) {
  const taken = keys.filter((each) => places.get(each) === place);
  if (taken.includes(key)) return !(own && adds); // what the rulebook has is left out
  return own && !taken.length;
}

// Choose one of those for a place; or none of them, where that can be.
function pick(place, key) {
  const others = keys.filter((each) => places.get(each) !== place);
  const own = options.find((each) => each.place === place && each.own)?.key ?? "";
  const next = key === own ? "" : key || own;
  choose(next ? [...others, next] : others);
}

function choose(next) {
  keys = next;
  asks(false);
  problem.replaceChildren();
  draw();
  link.ask(`sheet ${[of, ...keys].join(" ")}`);
  busy("Looking up what fits that …");
  clearTimeout(wait);
  wait = setTimeout(() => link.ask(`choices ${[of, ...keys].join(" ")}`), REST);
}

// ---------------------------------------------------------------- what is on the sheet

function draw() {
  if (!options || !keys) return;
  const focused = dialog.contains(document.activeElement) && document.activeElement.dataset.key;
  const shown = options.filter((each) => !only.checked || changed(each));
  fill(usual, shown.filter((each) => each.switch), "switch", setting);
  fill(chapters, shown.filter((each) => !each.switch), "chapter", chapter);
  filter.hidden = false;
  back.hidden = !keys.length;
  use.disabled = !isChanged();
  if (focused && !dialog.contains(document.activeElement)) dialog.querySelector(`:is(select, input, summary)[data-key="${CSS.escape(focused)}"]`)?.focus();
}

// What looks as it did stays: somebody may be choosing from a list.
function fill(box, shown, by, make) {
  const mark = JSON.stringify([only.checked, ...shown.map((each) => [each, isOn(each)])]);
  if (box.mark === mark) return;
  box.mark = mark;
  box.replaceChildren(...groups(shown, by).map(([name, found]) => make(name, found)));
}

function chapter(name, found) {
  const made = element("details", "", element("summary", changedIn(found), name), ...found.map(entry));
  made.firstChild.dataset.key = name;
  made.open = only.checked || open.has(name);
  made.ontoggle = () => (made.open ? open.add(name) : open.delete(name));
  return made;
}

function groups(all, by) {
  const found = new Map();
  for (const each of all) found.set(each[by], [...(found.get(each[by]) ?? []), each]);
  return [...found];
}

// One of the usual settings: a box to tick, or a list to choose from.
function setting(name, found) {
  const all = options.filter((each) => each.switch === name);
  if (all.length === 1) return entry(found[0]);
  const now = all.find(isOn);
  const list = element("select");
  list.dataset.key = name;
  const { adds, place } = now ?? all[0];
  for (const { key, label } of [...(adds ? [{ key: "", label: "No rule about it" }] : []), ...all]) list.add(new Option(label, key));
  list.value = now?.key ?? "";
  const text = described(list, name, now?.text ?? "", name);
  list.onchange = () => pick(places.get(list.value) ?? place, list.value);
  return element("label", changedIn(all), element("span", "", name), list, text);
}

// The rulebook's sentence under a label: screen readers read it after the name.
function described(input, name, text, key) {
  const made = element("small", "", ...typeset(text));
  made.id = `says-${key.replaceAll(" ", "-")}`;
  input.ariaLabel = name;
  input.setAttribute("aria-describedby", made.id);
  return made;
}

const changedIn = (all) => (all.some((each) => changed(each)) ? "changed" : "");

function entry(option) {
  const { key, label, text, adds, place } = option;
  const input = element("input");
  Object.assign(input, { type: adds ? "checkbox" : "radio", name: place, checked: isOn(option) });
  input.dataset.key = key;
  input.onchange = () => pick(place, input.checked ? key : "");
  const words = element("span", "", ...typeset(label), described(input, label, text, key));
  return element("label", `check ${changed(option) ? "changed" : ""}`, input, words);
}

// ---------------------------------------------------------------- the end of it

const isChanged = () => keys && began && !same(keys, began);

function asks(is) {
  foot.replaceChildren(...(is ? [lost, drop, stay, use] : [shut, use]));
  if (is) stay.focus();
}

function close() {
  if (isChanged()) asks(true);
  else dialog.close();
}

function apply() {
  dialog.close();
  link.send(`rules ${[of, ...keys].join(" ")}`);
}
