import { cjk } from "./plain";
import { normalized } from "./normalized";

/** Raise this when words are extracted differently: the next start then rebuilds the index in the background. */
export const SEARCH_VERSION = 2;

/** The searched part of a text, in UTF-16 code units; PostgreSQL limits a record's words to a megabyte. */
export const MOST_TEXT = 100_000;
/** The most words of a text; one that somebody wrote has fewer. An index takes a second to take in a hundred thousand. */
const MOST_INDEXED = 60_000;
/** Longer words are data; they are found by their beginning. */
const LONGEST_WORD = 64;
/** More words than this do not make a keyword of 100 characters clearer. */
const MOST_WORDS = 16;

/** The words of a record, each once; null: it is not found. */
export type Words = { title: string[]; text: string[] } | null;

/** A searched word; with `prefix` it also matches words that begin with it. */
export type QueryWord = { word: string; prefix: boolean };

/** A piece of a shown text, and whether it matches. */
export type Piece = { text: string; match: boolean };

/** A run of CJK characters, or a word of any other script. */
const runs = new RegExp(`[${cjk}]+|(?:(?![${cjk}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
const isCjk = new RegExp(`^[${cjk}]`, "u");
const ascii = /^[\0-\x7f]*$/;
/** The same for ASCII text, several times as fast. */
const asciiRuns = /[A-Za-z0-9]+/g;
const runsOf = (text: string) => text.matchAll(ascii.test(text) ? asciiRuns : runs);

/** Characters that stay as they are, also beside each other: nearly all of a text in Chinese, Japanese or Korean. */
const unfolded = /^[\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3]*$/;

/** Normalises a word: capitals, accents and widths make no difference. */
function folded(text: string): string {
  if (unfolded.test(text)) return text;
  const lower = text.toLowerCase();
  return ascii.test(lower) ? lower : normalized(normalized(lower, "NFKD").replace(/[\u0300-\u036f]/g, ""), "NFC");
}

/** Every pair of neighbouring characters, since CJK has no word boundaries. */
const pairs = (characters: readonly string[]): string[] =>
  characters.slice(0, -1).map((character, i) => character + characters[i + 1]);

/** The searched words of one run; folding may have split it. */
function wordsOfRun(run: string): string[] {
  if (ascii.test(run)) return [run.toLowerCase().slice(0, LONGEST_WORD)];
  return (folded(run).match(runs) ?? []).flatMap((part) => {
    if (!isCjk.test(part)) return [part.slice(0, LONGEST_WORD)];
    const characters = [...part];
    return characters.length === 1 ? characters : pairs(characters);
  });
}

/**
 * The indexed words of a text, each once: folded words, and of CJK runs every pair of neighbours and the last character
 * alone, so that each character begins some word.
 */
export function indexWords(text: string): string[] {
  const words = new Set<string>();
  for (const [run] of runsOf(text.slice(0, MOST_TEXT).toWellFormed())) {
    for (const word of wordsOfRun(run)) words.add(word);
    if (isCjk.test(run)) for (const word of wordsOfRun([...run].at(-1) ?? "")) words.add(word);
    if (words.size > MOST_INDEXED) break;
  }
  return [...words].slice(0, MOST_INDEXED);
}

/**
 * The words of a keyword, the last one also as a prefix. There is no other syntax: quotes, stars, minus, AND and NEAR
 * are letters or nothing.
 */
export function readKeyword(keyword: string): QueryWord[] {
  const words = [...keyword.matchAll(runs)].flatMap(([run]) => wordsOfRun(run));
  const asked = new Map<string, QueryWord>();
  // A single CJK character is indexed as the beginning of a pair.
  for (const [i, word] of words.entries())
    asked.set(word, {
      word,
      prefix:
        i === words.length - 1 || (isCjk.test(word) && [...word].length === 1) || (asked.get(word)?.prefix ?? false),
    });
  return [...asked.values()].slice(-MOST_WORDS);
}

/** The words that are asked for; `any` finds one of them where nothing has to be folded. */
type Asked = { all: readonly QueryWord[]; words: ReadonlySet<string>; any: RegExp };

/** The places of matches in a run, as offsets. */
function matchesIn(run: string, { all, words, any }: Asked): [number, number][] {
  const hits = (word: string) => all.some((each) => word === each.word || (each.prefix && word.startsWith(each.word)));
  if (!isCjk.test(run)) return wordsOfRun(run).some(hits) ? [[0, run.length]] : [];
  if (unfolded.test(run) && !any.test(run)) return [];
  const found: [number, number][] = [];
  const characters = [...run];
  let at = 0;
  for (const [i, character] of characters.entries()) {
    const pair = character + (characters[i + 1] ?? "");
    // A single character is marked alone, a pair whole.
    if (words.has(folded(character))) found.push([at, at + character.length]);
    else if (i < characters.length - 1 && words.has(folded(pair))) found.push([at, at + pair.length]);
    at += character.length;
  }
  return found;
}

/** The places of matches in a text, in order; adjacent ones are joined. */
function* matches(text: string, asked: readonly QueryWord[]): Generator<[number, number]> {
  const words = new Set(asked.map(({ word }) => word));
  const each: Asked = { all: asked, words, any: new RegExp([...words].join("|")) };
  let open: [number, number] | undefined;
  for (const match of runsOf(text)) {
    for (const [from, to] of matchesIn(match[0], each)) {
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

/** A text in pieces with its matches marked. Plain text, not HTML: escape it for display. */
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

/** Length of a passage, and how much of it precedes the match, in UTF-16 code units. */
const [PASSAGE, LEAD_IN] = [200, 60];

/** The passage around the first match in the first `most` characters of a text, or its beginning. */
export function passage(text: string, asked: readonly QueryWord[], most = MOST_TEXT): Piece[] {
  const whole = text.slice(0, Math.min(most, MOST_TEXT));
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

/** The most characters in which the passages of one answer are looked for; a hundred texts of usual length have as many. */
const MOST_LOOKED_AT = 400_000;

/**
 * Makes the passages of an answer about so many texts. Each is looked for in a fair share of the characters, of which
 * short texts leave more to others: to look through a hundred long ones takes seconds.
 */
export function passagesOf(count: number): (text: string, asked: readonly QueryWord[]) => Piece[] {
  let [left, texts] = [MOST_LOOKED_AT, count];
  return (text, asked) => {
    const most = Math.max(PASSAGE, Math.floor(left / Math.max(1, texts)));
    [left, texts] = [left - Math.min(text.length, most), texts - 1];
    return passage(text, asked, most);
  };
}
