// The seats of a new table: a link and a QR code for each, and who has come.

import { button, copier, element, sync } from "./dom.js";

export function drawSeats(box, seats, here, own) {
  sync(box, seats, ({ path }) => path, ({ name, path }) => {
    const sit = element("a", path === own ? "go" : "button", `Sit down as ${name}`);
    sit.href = new URL(path, location.origin);
    if (path !== own) sit.target = "_blank";
    const code = element("img");
    Object.assign(code, { src: `${path}/qr.svg`, alt: `QR code of the link of ${name}` });
    const copy = button("Copy link");
    copier(copy, () => sit.href);
    copy.ariaLabel = `Copy link of ${name}`;
    return element("li", "", code, element("span"), sit, copy);
  }, (child, { seat, name }) => {
    const is = here.includes(seat);
    child.classList.toggle("here", is);
    const [state, text] = [child.querySelector("span"), `${name} ${is ? "is here" : "has yet to come"}`];
    if (state.textContent !== text) state.textContent = text;
  });
}
