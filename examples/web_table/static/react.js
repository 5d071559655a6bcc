// Reactions: six signs that people show each other for a moment. The server passes on their numbers, and keeps none.

import { $, button, element } from "./dom.js";
import { seatNode } from "./felt.js";
import { moves } from "./motion.js";
import { setting } from "./own.js";

const SIGNS = [["👋", "Hello"], ["👏", "Well played"], ["❤️", "Thank you"], ["😄", "That is fun"], ["😱", "Ouch"], ["🤔", "Let me think"]];
const SHOWN = 4000; // milliseconds

const isOn = () => setting("reactions", true);

function offer(send) {
  $("signs").append(...SIGNS.map(([sign, words], place) => button(`${sign} ${words}`, () => {
    $("signs").hidePopover();
    send(place + 1);
  })));
  $("signs").onbeforetoggle = () => {
    const { right, bottom } = $("react").getBoundingClientRect();
    Object.assign($("signs").style, { top: `${bottom + 4}px`, right: `${Math.max(4, innerWidth - Math.max(right, 344))}px` });
  };
}

// People can react while somebody else is here.
export function drawReact({ here, view }, send) {
  if (!$("signs").hasChildNodes()) offer(send);
  $("react").hidden = !isOn() || !here.includes(view.seat) || here.length < 2;
}

// Above or below the plate, towards the middle of the felt, and in the list of what happened.
export function showReaction({ seat, sign }, { view }) {
  if (!isOn()) return;
  const [picture, words] = SIGNS[sign - 1];
  $("lines").append(element("li", "", `${seat === view.seat ? "You" : view.names[seat]}: ${words.toLowerCase()}.`));
  $("log").scrollTop = $("log").scrollHeight;
  document.querySelector(`.reaction[data-seat="${seat}"]`)?.remove();
  const [felt, plate, box] = [$("felt"), seatNode(seat), element("p", "reaction", `${picture} `, element("span", "", words))];
  box.dataset.seat = seat;
  box.ariaHidden = "true";
  felt.append(box);
  const [x, y] = ["--x", "--y"].map((name) => parseFloat(plate.style.getPropertyValue(name)));
  const most = (felt.clientWidth - box.offsetWidth) / 2 - 4;
  box.style.setProperty("--x", `${Math.min(most, Math.max(-most, x))}px`);
  box.style.setProperty("--y", `${y + ((y > 1 ? -1 : 1) * (plate.offsetHeight + box.offsetHeight)) / 2}px`);
  if (moves()) box.animate([{ opacity: 0, scale: 0.5 }, { opacity: 1, scale: 1 }], 200);
  setTimeout(() => box.remove(), SHOWN);
}
