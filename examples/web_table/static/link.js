// The way from the page to its table: here a server. A page without one has a module of the same names.

import "./offline.js";

export const alone = false;
export const lobby = "/";
export const place = location.pathname; // names the table and the seat
export const watching = place.startsWith("/watch/");

// What takes messages and gets them, as a WebSocket does; the server tells what happened after `seen`.
export function connect(seen) {
  const address = new URL(location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.hash = "";
  address.search = seen ? `seen=${seen}` : "";
  return new WebSocket(address);
}

export async function rulebook() {
  const answer = await fetch(`${place}/rules`);
  return answer.ok ? answer.json() : null;
}
