import { readTokens } from "../../../text/html/html-tokens";

/** The longest title, in code points, and the most words of a text that become one. */
const [MOST, SOME] = [100, 60];

/** A text cut at the end of a word, to so many code points. */
function cutAtWord(text: string, most: number): string {
  const points = Array.from(text);
  if (points.length <= most) return text;
  const start = points.slice(0, most - 1).join("");
  const end = start.search(/\s\S*$/);
  return `${(end > most / 2 ? start.slice(0, end) : start).trimEnd()}…`;
}

function wordsOf(body: string): string {
  const words: string[] = [];
  let length = 0;
  readTokens(body.slice(0, 5000), {
    text: (characters) => {
      if (length < SOME * 2) words.push(characters);
      length += characters.length;
    },
    tag: () => void words.push(" "),
  });
  return words
    .join("")
    .replace(/^#+\s*|[*_`>]/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The title of a text: its own, cut to what the site takes, or the first words. */
export function titleFor(given: string, body: string): { title: string; whole: string | null; warnings: string[] } {
  const tidy = given
    .replace(/\p{Cc}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (tidy === "") {
    const words = wordsOf(body);
    const title = words === "" ? "Untitled" : cutAtWord(words, SOME);
    return { title, whole: null, warnings: [] };
  }
  if (Array.from(tidy).length <= MOST) return { title: tidy, whole: null, warnings: [] };
  return {
    title: cutAtWord(tidy, MOST),
    whole: tidy,
    warnings: ["the title is longer than 100 characters and was cut"],
  };
}
