import { normalized } from "./normalized";

/** How hard a password is to guess, or why it is easy. Only the last two may be chosen. */
export type Strength = "short" | "own" | "common" | "pattern" | "fair" | "good";

/** Beginnings of words that fill lists of stolen passwords; each is worth almost nothing to a guesser. */
const common =
  "password passwort passwd wachtwoord motdepasse contrasena qwerty qwertz azerty asdfgh zxcvbn letmein welcome willkommen admin administrator login access master secret changeme default guest root user test iloveyou love lover princess prince sunshine monkey dragon shadow football baseball basketball soccer hockey superman batman spiderman pokemon starwars trustno michael jennifer jessica ashley daniel charlie jordan thomas andrew killer hunter hello freedom whatever computer internet server samsung google facebook flower summer winter spring autumn january monday london woaini wordpress broadsheet"
    .split(" ")
    .sort((a, b) => b.length - a.length);

/** Runs of keys and letters that are typed without thinking. */
const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1qaz2wsx3edc4rfv",
].flatMap((row) => [row, [...row].reverse().join("")]);

const stand: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
};
const plain = (text: string) =>
  [...normalized(text, "NFKC").toLowerCase()].map((letter) => stand[letter] ?? letter).join("");

/** The password with every run that `find` returns shortened to one character. */
const without = (text: string, find: RegExp) => text.replace(find, "\0");
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Shortens runs of one character, of repeated pieces, and of neighbouring keys. */
function withoutPatterns(text: string): string {
  let left = text
    .replace(/(.{1,12}?)\1{2,}/gsu, "$1\0")
    .replace(/(.{4,})\1/gsu, "$1\0")
    .replace(/(?:19|20)\d\d/g, "\0");
  for (const row of rows)
    for (let size = row.length; size >= 4; size -= 1)
      for (let at = 0; at + size <= row.length; at += 1) left = left.replaceAll(row.slice(at, at + size), "\0");
  return left;
}

/** The number of characters that must be guessed one by one; one of a large alphabet counts as two. */
const worth = (text: string) => [...text].reduce((sum, letter) => sum + (/[^\0-\u02ff]/u.test(letter) ? 2 : 1), 0);

/** Words of three letters or more from what is known of a person, such as "Ada Lovelace" and "ada@example.org". */
const piecesOf = (known: readonly string[]) =>
  known
    .flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
    .flatMap((piece) => [piece.toLowerCase(), plain(piece)])
    .filter((piece) => [...piece].length > 2);

/**
 * Judges a password as a guesser would: common words, facts about its owner and keyboard runs count for nothing. Used
 * by the server's rule and by the hint while typing, which sends nothing.
 */
export function strengthOf(password: string, known: readonly string[] = []): Strength {
  if ([...password].length < 8) return "short";
  const folded = plain(password);
  const judge = (left: string) => worth(left) < 8;
  const lower = normalized(password, "NFKC").toLowerCase();
  const pieces = piecesOf(known).sort((a, b) => b.length - a.length);
  const steps: [Strength, (text: string) => string][] = [
    ["pattern", withoutPatterns],
    ["own", (text) => pieces.reduce((left, piece) => without(left, new RegExp(escaped(piece), "gu")), text)],
    ["common", (text) => common.reduce((left, word) => left.replaceAll(word, "\0"), text)],
  ];
  // A digit may stand for a letter, so the weaker of both readings counts.
  let readings = [lower, folded];
  for (const [why, shorten] of steps) {
    readings = readings.map(shorten);
    if (readings.some(judge)) return why;
  }
  const left = Math.min(...readings.map(worth));
  return left < 14 || new Set(lower).size < 6 ? "fair" : "good";
}
