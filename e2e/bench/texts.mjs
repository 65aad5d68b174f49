// Texts that are the same at every run: made of a small vocabulary, or the real ones where they lie beside the project.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const words =
  "harbour lantern paper morning window garden copper letter winter station bread river market shelter garlic bicycle mountain quiet orchard signal kettle thread corner bridge weather pencil ferry island ladder mirror candle basket meadow compass engine velvet cellar horizon pebble saddle".split(
    " ",
  );

/** Numbers in [0, 1) that follow from the seed (mulberry32). */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function writer(random) {
  const word = () => words[Math.floor(random() * words.length)];
  const some = (count) => Array.from({ length: count }, word).join(" ");
  const sentence = () => {
    const text = capital(some(6 + Math.floor(random() * 10)));
    return random() < 0.2 ? `${text} **${some(2)}** and [${some(2)}](https://example.org/${word()}).` : `${text}.`;
  };
  const paragraph = () => Array.from({ length: 2 + Math.floor(random() * 4) }, sentence).join(" ");
  const rows = (count, make) => Array.from({ length: count }, make).join("\n");
  const pieces = [
    paragraph,
    paragraph,
    paragraph,
    () => `## ${capital(some(3))}`,
    () => rows(4, () => `- ${some(5)} with *${word()}*`),
    () => rows(3, () => `1. ${capital(some(4))} \`${word()}()\``),
    () => `> ${sentence()}`,
    () =>
      `\`\`\`js\nconst ${word()} = (${word()}) => {\n  return "${some(3)}".length + ${Math.floor(random() * 100)};\n};\n\`\`\``,
    () =>
      `| ${capital(word())} | ${capital(word())} |\n|---|---|\n${rows(3, () => `| ${some(2)} | ${Math.floor(random() * 1000)} |`)}`,
  ];
  return { some, paragraph, piece: () => pieces[Math.floor(random() * pieces.length)]() };
}

/** Markdown of about so many bytes: paragraphs, headings, lists, code, tables. */
export function textOf(seed, bytes) {
  const { paragraph, piece } = writer(randomFrom(seed));
  let text = paragraph();
  while (text.length < bytes) text += `\n\n${piece()}`;
  return text.slice(0, bytes);
}

export const titleOf = (seed) => `${capital(writer(randomFrom(seed)).some(4))} ${seed}`;

const folder = new URL("../../../shared/data/posts-en/", import.meta.url);
const frontMatter = /^---\n[\s\S]*?\n---\n/;

/** Real articles, or none. */
export const realTexts = existsSync(folder)
  ? readdirSync(folder)
      .sort()
      .map((name) => readFileSync(new URL(name, folder), "utf8").replace(frontMatter, "").trim())
      .filter((text) => text.length > 500)
  : [];
