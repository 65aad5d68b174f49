import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";

/** The letters that we hold as outlines, cut by `cut-letters.mjs`; those of Chinese, Japanese and Korean come last. */
export type Letters = "newsreader" | "inter" | "noto";

/** One letter: its width and its outline, in parts of `1 / scale` of the letters' size, upwards from the line. */
type Letter = { scale: number; advance: number; path: string };

const texts = new Map<Letters, string>();

function textOf(name: Letters): string {
  let text = texts.get(name);
  if (text === undefined) {
    text = brotliDecompressSync(readFileSync(resolve(`lib/services/cards/letters/${name}.br`))).toString("utf8");
    texts.set(name, text);
  }
  return text;
}

/** The same letter in one set; a line of its file is the letter, its advance, a space, and its outline. */
function letterIn(name: Letters, letter: string): Letter | undefined {
  const text = textOf(name);
  const start = text.indexOf(`\n${letter}`);
  if (start < 0) return undefined;
  const from = start + 1 + letter.length;
  const line = text.slice(from, text.indexOf("\n", from));
  const space = line.indexOf(" ");
  return {
    scale: Number.parseInt(text, 10),
    advance: Number(line.slice(0, space)),
    path: line.slice(space + 1),
  };
}

const isEastern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u;

/** The outlines of letters in one set, and in others for what it lacks. The large set is read for its letters alone. */
export function lettersOf(name: Exclude<Letters, "noto">): (letter: string) => Letter | undefined {
  const known = new Map<string, Letter | undefined>();
  const sets: Letters[] = name === "inter" ? ["inter", "newsreader"] : ["newsreader", "inter"];
  const find = (letter: string) =>
    (isEastern.test(letter) ? [...sets, "noto" as const] : sets)
      .map((set) => letterIn(set, letter))
      .find((found) => found !== undefined);
  return (letter) => {
    if (!known.has(letter)) known.set(letter, find(letter));
    return known.get(letter);
  };
}
