// Which cards are out, and who has none of a suit, as far as this seat can know.

import { $, element } from "./dom.js";
import { short, word } from "./cards.js";

export function showOut(suits, names) {
  const rows = suits.map(({ suit, name, cards, lack }) => {
    const chips = cards.map(([card, count]) => element("span", count ? "" : "gone", short(card).slice(0, -2), ...(count > 1 ? [element("small", "", `×${count}`)] : [])));
    const picture = element("div", "chips", element("b", `suit ${"♦♥".includes(suit) ? "red" : ""}`, suit + "\uFE0E"), ...chips);
    const left = cards.filter(([, count]) => count).map(([card, count]) => `${count > 1 ? `${count} times ` : ""}${word(card).split(" of ")[0]}`);
    picture.role = "img";
    picture.ariaLabel = `${name}: ${left.join(", ") || "none"}`;
    const none = lack.length ? [element("p", "", `${new Intl.ListFormat("en-GB").format(lack.map((seat) => names[seat]))} ${lack.length > 1 ? "have" : "has"} no ${name}.`)] : [];
    return element("li", "", picture, ...none);
  });
  $("out-cards").replaceChildren(...rows);
  if (!$("out").open) $("out").showModal();
}
