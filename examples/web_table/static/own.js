// What this browser remembers: a name, settings, and the tables at which its user sits.

const MOST_TABLES = 8;

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise; // storage is switched off, or holds something else
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // storage is switched off or full: nothing is remembered
  }
}

// Whoever made a table has the links of its seats, in this window alone.
export function keepSeats(seats) {
  try {
    sessionStorage.setItem("hearts-seats", JSON.stringify(seats));
  } catch {
    // storage is switched off: the links are on the page that made the table
  }
}

export function keptSeats(place) {
  try {
    const seats = JSON.parse(sessionStorage.getItem("hearts-seats")) ?? [];
    return seats.some(({ path }) => path === place) ? seats : [];
  } catch {
    return [];
  }
}

export const setting = (key, otherwise) => read(`hearts-${key}`, otherwise);
export const remember = (key, value) => write(`hearts-${key}`, value);

const MOST_GAMES = 500;

// Finished games, each once: which game, and whether it was won.
export const ownGames = () => setting("games", []);

export function addGame(key, game, won) {
  const before = ownGames().filter((each) => each.key !== key);
  remember("games", [...before, { key, game, won, at: dayOf(key) }].slice(-MOST_GAMES));
}

// The day on which a game was finished, such as 2026-11-24: today, if this browser has not seen its end before.
export function dayOf(key) {
  return ownGames().find((each) => each.key === key)?.at ?? new Date().toLocaleDateString("sv"); // the order of ISO 8601
}

export const ownTables = () => setting("tables", []);

export function addTable(path) {
  remember("tables", [path, ...ownTables().filter((each) => each !== path)].slice(0, MOST_TABLES));
}

export function dropTable(path) {
  remember("tables", ownTables().filter((each) => each !== path));
}
