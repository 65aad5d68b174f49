import { cjk } from "./plain";

/**
 * Raised when the words of a text are found in another way: the index is then made anew at the next
 * start, in the background.
 */
export const SEARCH_VERSION = 2;

/** How much of a text is searched, in UTF-16 code units; beyond that PostgreSQL's own limit of a megabyte of words comes near. */
const MOST_TEXT = 100_000;
/** Longer words are data rather than words; they are found by their beginning. */
const LONGEST_WORD = 64;
/** A keyword has at most 100 characters; more words than this do not make it any clearer. */
const MOST_WORDS = 16;

/** The words by which a record is found, each once; null: it is not found. */
export type Words = { title: string[]; text: string[] } | null;

/** A word that is looked for; with `prefix` also what begins with it. */
export type QueryWord = { word: string; prefix: boolean };

/** A piece of a text that is shown, and whether it is what was looked for. */
export type Piece = { text: string; match: boolean };

/** A run of CJK characters, or a word of any other script. */
const runs = new RegExp(`[${cjk}]+|(?:(?![${cjk}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
const isCjk = new RegExp(`^[${cjk}]`, "u");
const ascii = /^[\0-\x7f]*$/;
/** The same of a text without other letters, several times as fast. */
const asciiRuns = /[A-Za-z0-9]+/g;
const runsOf = (text: string) => text.matchAll(ascii.test(text) ? asciiRuns : runs);

/** One form for all the ways to write a word: capitals, accents and widths make no difference. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  return ascii.test(lower)
    ? lower
    : lower
        .normalize("NFKD")
        .replace(/[\u0300-\u036f]/g, "")
        .normalize("NFC");
}

/** Every two neighbouring characters, since nothing shows where a word ends. */
const pairs = (characters: readonly string[]): string[] =>
  characters.slice(0, -1).map((character, i) => character + characters[i + 1]);

/** The words of one run as they are looked for; folding may have made several of it. */
function wordsOfRun(run: string): string[] {
  if (ascii.test(run)) return [run.toLowerCase().slice(0, LONGEST_WORD)];
  return (folded(run).match(runs) ?? []).flatMap((part) => {
    if (!isCjk.test(part)) return [part.slice(0, LONGEST_WORD)];
    const characters = [...part];
    return characters.length === 1 ? characters : pairs(characters);
  });
}

/**
 * The words of a text as both engines index them, each once: folded words, and of CJK runs every two
 * neighbouring characters and the last one alone, so that each character begins some word.
 */
export function indexWords(text: string): string[] {
  const words = new Set<string>();
  for (const [run] of runsOf(text.slice(0, MOST_TEXT).toWellFormed())) {
    for (const word of wordsOfRun(run)) words.add(word);
    if (isCjk.test(run)) for (const word of wordsOfRun([...run].at(-1) ?? "")) words.add(word);
  }
  return [...words];
}

/**
 * What a keyword asks for: all of its words, the last one also as a beginning. There is no other
 * syntax: quotes, stars, minus, AND and NEAR are letters or nothing.
 */
export function readKeyword(keyword: string): QueryWord[] {
  const words = [...keyword.matchAll(runs)].flatMap(([run]) => wordsOfRun(run));
  const asked = new Map<string, QueryWord>();
  // One CJK character alone stands in the index as the beginning of a pair.
  for (const [i, word] of words.entries())
    asked.set(word, {
      word,
      prefix:
        i === words.length - 1 || (isCjk.test(word) && [...word].length === 1) || (asked.get(word)?.prefix ?? false),
    });
  return [...asked.values()].slice(-MOST_WORDS);
}

/** Where in a run what was looked for stands, as offsets into it. */
function matchesIn(run: string, asked: readonly QueryWord[]): [number, number][] {
  const hits = (word: string) =>
    asked.some((each) => word === each.word || (each.prefix && word.startsWith(each.word)));
  if (!isCjk.test(run)) return wordsOfRun(run).some(hits) ? [[0, run.length]] : [];
  const found: [number, number][] = [];
  const characters = [...run];
  let at = 0;
  for (const [i, character] of characters.entries()) {
    const pair = character + (characters[i + 1] ?? "");
    const word = folded(pair);
    // A single character is marked alone, a pair whole.
    if (asked.some((each) => each.word === folded(character))) found.push([at, at + character.length]);
    else if (i < characters.length - 1 && asked.some((each) => each.word === word)) found.push([at, at + pair.length]);
    at += character.length;
  }
  return found;
}

/** Where what was looked for stands in a text, in order; what touches is one. */
function* matches(text: string, asked: readonly QueryWord[]): Generator<[number, number]> {
  let open: [number, number] | undefined;
  for (const match of runsOf(text)) {
    for (const [from, to] of matchesIn(match[0], asked)) {
      const next: [number, number] = [match.index + from, match.index + to];
      if (open && next[0] <= open[1]) open[1] = Math.max(open[1], next[1]);
      else {
        if (open) yield open;
        open = next;
      }
    }
  }
  if (open) yield open;
}

/** A text in pieces, what was looked for marked. Plain text, not HTML: whoever shows it escapes it. */
export function highlighted(text: string, asked: readonly QueryWord[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [from, to] of matches(text, asked)) {
    if (from > at) pieces.push({ text: text.slice(at, from), match: false });
    pieces.push({ text: text.slice(from, to), match: true });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), match: false });
  return pieces;
}

/** Length of a passage, and how much of it stands before what was looked for, in UTF-16 code units. */
const [PASSAGE, LEAD_IN] = [200, 60];

/** The passage of a text around the first place where what was looked for stands, or its beginning. */
export function passage(text: string, asked: readonly QueryWord[]): Piece[] {
  const whole = text.slice(0, MOST_TEXT);
  const [first] = matches(whole, asked);
  const wish = Math.max(0, (first?.[0] ?? 0) - LEAD_IN);
  const space = whole.indexOf(" ", wish);
  // Begins and ends between words where there are spaces, never inside a character.
  const from = wish === 0 ? 0 : space >= 0 && space < (first?.[0] ?? 0) ? space + 1 : wish;
  const end =
    from + PASSAGE >= whole.length
      ? whole.length
      : Math.max(whole.lastIndexOf(" ", from + PASSAGE), from + PASSAGE - 40, first?.[1] ?? 0);
  const cut = whole
    .slice(from, end)
    .replace(/^[\udc00-\udfff]/, "")
    .replace(/[\ud800-\udbff]$/, "");
  return highlighted(`${from > 0 ? "… " : ""}${cut}${end < text.length ? " …" : ""}`, asked);
}
