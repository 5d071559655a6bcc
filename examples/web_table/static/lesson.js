// The first time in a game: what counts, what is special, and what to do now, over the felt until a tap.

import { $, button, element } from "./dom.js";
import { remember, setting } from "./own.js";

const TITLES = ["What counts", "What is special", "What you do now"];

export function drawLesson({ screen }) {
  const known = setting("known", []);
  if (known.includes(screen.game) || !screen.lesson.length) return $("lesson")?.remove();
  const lines = screen.lesson.flatMap((text, n) => (text ? [element("p", "", element("b", "", `${TITLES[n]}:`), ` ${text}`)] : []));
  const box = $("lesson") ?? element("section");
  box.id = "lesson";
  box.ariaLabel = `${screen.game}, for the first time`;
  box.onclick = () => endLesson(screen);
  if (!box.isConnected) $("felt").append(box);
  const pressed = box.contains(document.activeElement);
  box.replaceChildren(button("Got it", null, "go"), ...lines); // a click on it is one on the box
  if (pressed) box.firstChild.focus();
}

// Whoever plays on has read it, too.
export function endLesson({ game }) {
  const box = $("lesson");
  if (!box) return;
  const pressed = box.contains(document.activeElement);
  box.remove();
  if (pressed) $("hand").querySelector('[tabindex="0"]')?.focus();
  remember("known", [...setting("known", []), game]);
}
