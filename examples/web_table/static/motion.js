// Cards that fly from one place to another; they do not for people who prefer less motion.

const still = matchMedia("(prefers-reduced-motion: reduce)");

export const moves = () => !still.matches && document.visibilityState === "visible";

export function centre(node) {
  const box = node.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

// Let a card that is in its place arrive from elsewhere.
export function arrive(card, [x, y], delay = 0) {
  if (!moves()) return;
  const [toX, toY] = centre(card);
  card.animate([{ translate: `${x - toX}px ${y - toY}px`, scale: 0.6, opacity: 0 }, { opacity: 1 }], {
    duration: 380,
    delay,
    easing: "cubic-bezier(.2, .7, .3, 1)",
    fill: "backwards",
  });
}

// Let a card that is about to go fly away.
export function depart(card, [x, y], delay = 0) {
  if (!moves()) return;
  const box = card.getBoundingClientRect();
  const ghost = card.cloneNode(true);
  ghost.ariaHidden = "true";
  ghost.inert = true;
  ghost.className = ghost.className.replace(/\b(chosen|new|may|dim|hinted)\b/g, "");
  ghost.classList.add("ghost");
  ghost.style.setProperty("--w", `${card.offsetWidth}px`);
  ghost.style.left = `${box.left + (box.width - card.offsetWidth) / 2}px`;
  ghost.style.top = `${box.top}px`;
  document.body.append(ghost);
  const [fromX, fromY] = centre(ghost);
  const flight = ghost.animate([{}, { translate: `${x - fromX}px ${y - fromY}px`, scale: 0.45, opacity: 0.2 }], {
    duration: 450,
    delay,
    easing: "ease-in",
    fill: "forwards",
  });
  flight.onfinish = () => ghost.remove();
}
