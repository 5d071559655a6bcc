// A finished game for friends: the same cards by a link, and the result as text or as a picture, made here.

import { button, copier, element } from "./dom.js";
import { alone, place, watching } from "./link.js";

let same = {}; // the link to the cards of the last finished game, or why there is none

// Once the server has said where others get the same cards.
export async function share(box, state, result) {
  if (alone || watching) return;
  if (same.state !== state) {
    const found = fetch(`${place}/status`).then((answer) => answer.json());
    same = { state, found: found.catch(() => (same = {})) };
  }
  const { same: path, noSame } = await same.found;
  if (!path && !noSame) return;
  const link = path && new URL(path, location.origin).href;
  const text = [...result, ...(link ? [`The same cards: ${link}`] : [])].join("\n");
  const copies = [["Copy link", link], ["Copy result", text]].filter(([, copied]) => copied).map(([label, copied]) => {
    const made = button(label);
    copier(made, () => copied);
    return made;
  });
  const plain = element("a", "", "Link");
  plain.href = link;
  plain.hidden = !link || !copies[0].hidden;
  const note = link ? "Share the same cards and your result:" : `Share your result. ${noSame}`;
  box.replaceChildren(element("p", "note", note), ...copies, plain, button("Picture", () => send(result, text)));
}

async function send(result, text) {
  const blob = await new Promise((done) => paint(result).toBlob(done));
  const file = new File([blob], "hearts.png", { type: blob.type });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file], text }).catch(() => {}); // they may think better of it
  const saved = element("a");
  Object.assign(saved, { href: URL.createObjectURL(file), download: file.name });
  saved.click();
  URL.revokeObjectURL(saved.href);
}

function paint([title, own, ...places]) {
  const made = element("canvas");
  Object.assign(made, { width: 900, height: 250 + 62 * places.length });
  const ink = made.getContext("2d");
  const write = (text, x, y, size, colour = "#2b2620") => {
    ink.font = `${size}px Georgia, "DejaVu Serif", serif`;
    ink.fillStyle = colour;
    ink.fillText(text, x, y, 830 - x);
  };
  ink.fillStyle = "#1f6b4a";
  ink.fillRect(0, 0, made.width, made.height);
  ink.fillStyle = "#fffaf0";
  ink.fillRect(30, 30, 840, made.height - 60);
  write("♥", 70, 107, 60, "#c1121f");
  write(title, 130, 105, 46);
  write(own, 70, 170, 40);
  places.forEach((line, n) => write(line, 70, 240 + 62 * n, 36));
  return made;
}
