// Small helpers for the page.

export const $ = (id) => document.getElementById(id);

export function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

export function svg(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function button(label, onclick, className = "") {
  const made = element("button", className, label);
  made.type = "button";
  made.onclick = onclick;
  return made;
}

// A picture with a name for screen readers.
export function mark(text, className, label) {
  const made = element("span", className, text);
  made.title = label;
  made.ariaLabel = label;
  made.role = "img";
  return made;
}

// Update the children of `parent` by key; those that stay keep their focus and their motion.
export function sync(parent, items, key, make, update) {
  const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  items.forEach((item, place) => {
    const name = key(item);
    let child = old.get(name);
    old.delete(name);
    if (!child) {
      child = make(item);
      child.dataset.key = name;
    }
    if (parent.children[place] !== child) parent.insertBefore(child, parent.children[place] ?? null);
    update(child, item, place);
  });
  for (const child of old.values()) child.remove();
}

// Copy a link, and say so on the button.
export function copier(button, link) {
  const label = button.textContent;
  button.onclick = async () => {
    await navigator.clipboard.writeText(link());
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = label), 2000);
  };
  button.hidden = !navigator.clipboard; // only on localhost and over HTTPS
}

// A whole number with a real minus, and with a plus if it is asked for.
export function number(value, plus = false) {
  return `${plus && value > 0 ? "+" : ""}${value}`.replace("-", "−");
}
