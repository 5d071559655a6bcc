// The faults of the lobby, of the table or of its dialogs in the window as it is, as sentences.
async (what) => {
  const all = (which) => [...document.querySelectorAll(which)];
  const box = (node) => node.getBoundingClientRect();
  const drawn = async () => {
    for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().map((each) => each.finished));
  };
  const over = (one, other, by = 1) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > by && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > by;
  const within = (one, other, by = 1) => one.left >= other.left - by && one.right <= other.right + by;
  const inside = (one, other, by = 1) => within(one, other, by) && one.top >= other.top - by && one.bottom <= other.bottom + by;
  const found = new Set();
  const root = document.documentElement;
  const page = () => new DOMRect(0, -scrollY, innerWidth, root.scrollHeight);
  const name = (node) => node.title;

  // ---------------------------------------------------------------- words, and what scrolls

  const clips = (node) => node.matches(".plate, button, body") || getComputedStyle(node).overflow !== "visible";
  // a long name, a title and what counts may end in "…": a title or a dialog has the whole
  const shortened = (node) => node.closest("h1, .terms") || (node.matches(".who b") && node.textContent.length > 8);
  const isHidden = (node) => {
    if (!node.checkVisibility()) return true;
    for (let each = node; each; each = each.parentElement) if (getComputedStyle(each).clipPath !== "none") return true;
    return false;
  };
  const frame = (clip) => (clip === document.body ? page() : box(clip));
  // whether what is outside can be scrolled to
  const scrolls = (clip, at) => {
    if (getComputedStyle(clip).overflowY !== "auto") return false;
    return what === "table" ? !over(at, box(clip), 3) : clip.matches(".scroll") || within(at, box(clip), 3);
  };

  // Each word is whole, on one line, and either in sight or to be scrolled to.
  const checkWords = (top, others) => {
    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      const parent = node.parentElement;
      if (isHidden(parent) || parent.closest(others) || shortened(parent)) continue;
      for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (new Set(rects.map(({ top }) => Math.round(top))).size > 1 && !word.includes("-")) found.add(`a word is broken: ${word}`);
        const at = range.getBoundingClientRect();
        let clip = parent;
        while (clip && !(clips(clip) && !inside(at, frame(clip), 3))) clip = clip.parentElement;
        if (clip && !scrolls(clip, at)) found.add(`text is cut: ${word} in ${clip.id || clip.className || clip.tagName}`);
      }
    }
  };
  const checkSides = (top) => {
    for (const node of [top, ...top.querySelectorAll("*")]) {
      const may = node === root || (/auto|scroll/.test(getComputedStyle(node).overflowX) && !node.matches(".scroll"));
      if (may && !isHidden(node) && node.scrollWidth > node.clientWidth + 1) found.add(`scrolls sideways: ${node.id || node.tagName}`);
    }
  };

  while (!all(what === "lobby" ? ".game" : "#hand .may").length) await drawn();

  if (what === "lobby") {
    checkWords(document.body, "option, dialog, script");
    checkSides(root);
    return [...found];
  }

  // ---------------------------------------------------------------- the dialogs

  if (what === "dialogs") {
    for (const each of ["last", "out", "scores", "rules", "menu"]) {
      const dialog = document.getElementById(each);
      document.getElementById(`show-${each}`).click();
      while (!dialog.open) await drawn();
      await drawn();
      const before = found.size;
      checkWords(dialog, "option, .card");
      checkSides(dialog);
      if (!inside(box(dialog), new DOMRect(0, 0, innerWidth, innerHeight))) found.add("a dialog leaves the window");
      if (found.size > before) found.add(`a dialog has the faults above: ${each}`);
      dialog.close();
    }
    return [...found];
  }

  // ---------------------------------------------------------------- the table

  for (const id of ["show-out", "react"]) document.getElementById(id).hidden = false; // the most buttons that there can be

  // The last card that may be played is hinted, and each has a cost.
  const { showHint } = await import("/static/hand.js");
  const cards = all("#hand .may").map(({ dataset }) => dataset.card);
  const text = "the trick has thirteen points so far, and with this card somebody else takes nearly all of them home.";
  const costs = Object.fromEntries(cards.map((card, n) => [card, { points: n, words: n ? `costs about ${n} points more` : "costs least" }]));
  showHint({ cards: cards.slice(-1), text, costs });
  await drawn();

  const [trick, plates, hand] = [all("#trick .card"), all(".plate"), all("#hand .card")];
  const felt = document.getElementById("felt");
  const cloth = new DOMRect(box(felt).left + felt.clientLeft, box(felt).top + felt.clientTop, felt.clientWidth, felt.clientHeight);
  const isTiny = matchMedia("(max-width: 19em), (max-height: 18em), (max-width: 20em) and (max-height: 29em)").matches; // as a phone with large text: the page may scroll
  if (!isTiny && root.scrollHeight > innerHeight) found.add("the page scrolls");

  if (trick.length !== plates.length - 1) found.add(`the trick has ${trick.length} cards`);
  for (const card of trick) {
    for (const plate of plates) if (over(box(card), box(plate))) found.add(`a card of the trick is over a plate: ${card.dataset.card}, ${name(plate)}`);
    for (const each of hand) if (over(box(card), box(each))) found.add(`a card of the trick is over the hand: ${card.dataset.card}`);
    if (!inside(box(card), cloth)) found.add(`a card of the trick leaves the felt: ${card.dataset.card}`);
    const isUnder = (later) => (later.style.zIndex - card.style.zIndex || (card.compareDocumentPosition(later) & 4)) > 0;
    const seen = [...card.querySelectorAll(".corner b")].some((rank) =>
      rank.checkVisibility() && !trick.some((later) => later !== card && isUnder(later) && over(box(rank), box(later), 3)));
    if (!seen) found.add(`a card of the trick has no index in sight: ${card.dataset.card}`);
  }
  for (const sign of all("#trick .card i, #hand .card i")) {
    const size = Number.parseFloat(getComputedStyle(sign).fontSize) / sign.closest(".card").offsetWidth;
    if (sign.checkVisibility() && size < 0.15) found.add(`a sign is too small: ${sign.closest(".card").dataset.card}`);
  }
  const [small, large] = [trick[0]?.offsetWidth, hand[0].offsetWidth];
  if (small < (large * 2) / 3 - 1) found.add(`the cards of the trick are too small: ${small} of ${large} px`);
  plates.forEach((plate, n) => {
    if (!inside(box(plate), cloth)) found.add(`a plate leaves the felt: ${name(plate)}`);
    for (const other of plates.slice(n + 1)) if (over(box(plate), box(other))) found.add(`plates overlap: ${name(plate)}, ${name(other)}`);
  });

  // On a large screen all grows with it, and the trick is near the plates.
  const size = Math.min(innerWidth, (innerHeight * 16) / 9);
  if (matchMedia("(min-width: 118em) and (min-height: 56em)").matches) {
    const text = Number.parseFloat(getComputedStyle(root).fontSize);
    if (large < 0.06 * size) found.add(`the cards of the hand are small for this window: ${large} px`);
    if (text < size / 121) found.add(`the text is small for this window: ${text} px`);
    for (const card of trick) {
      const plate = plates.find(({ title }) => card.ariaLabel.startsWith(`${title}:`));
      const [one, other] = [box(card), box(plate)];
      const gap = Math.hypot(...[["left", "right"], ["top", "bottom"]].map(([from, to]) => Math.max(0, other[from] - one[to], one[from] - other[to])));
      if (gap > 2.2 * small) found.add(`a card of the trick is far from its plate: ${name(plate)}`);
    }
  }

  for (const hinted of all("#hand .hinted")) {
    if (isTiny) hinted.scrollIntoView({ block: "center" });
    const { left, top } = box(hinted);
    if (!inside(box(hinted), page()) || !inside(box(hinted), box(document.getElementById("mine")))) found.add("the hinted card is out of sight");
    else if (!hinted.contains(document.elementFromPoint(left + hinted.offsetWidth / 8, top + hinted.offsetHeight / 8))) found.add("the hinted card is covered");
  }
  scrollTo(0, 0);
  if (!all("#hand .hinted").length) found.add("no card is hinted");
  for (const each of hand) if (!inside(box(each), page())) found.add(`a card of the hand is out of sight: ${each.dataset.card}`);
  checkWords(document.body, "dialog, aside, script, .card, #moment");
  checkSides(root);
  return [...found];
}
