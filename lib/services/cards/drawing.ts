import type { accents, SiteLook } from "../../core/looks";
import { accentOf, type Colours, lookColours } from "./colours";
import { lettersOf } from "./letters";
import { CARD_HEIGHT, CARD_WIDTH } from "./size";
import { drawable, fitted, widthOf } from "./lines";

/** What a card says, and its colours. */
export type Card = {
  look: SiteLook;
  accent: (typeof accents)[number];
  title: string;
  siteName: string;
  /** The site's host, which is always in Latin letters. */
  host: string;
  hasCover: boolean;
  /** The point of the cover that stays in sight, in percent. */
  focus: { x: number; y: number };
};

type Place = { left: number; top: number; width: number; height: number };
type Design = Colours & {
  letters: "newsreader" | "inter";
  /** Where the cover stands. */
  cover: Place;
  /** Where the words stand beside a cover, and without one. */
  words: Place;
  alone: Place;
  isCentred?: boolean;
  /** What else is drawn, in these words' place. */
  ornament: (at: Place, accent: string, rule: string) => string;
};

const rect = (left: number, top: number, width: number, height: number, fill: string) =>
  `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${fill}"/>`;
const alone = { left: 72, top: 64, width: 1056, height: 502 };
const beside = { left: 72, top: 64, width: 560, height: 502 };
const right = { left: 696, top: 0, width: 504, height: CARD_HEIGHT };

/** The drawing of each look. */
export const designs: Record<SiteLook, Design> = {
  broadsheet: {
    letters: "newsreader",
    ...lookColours.broadsheet,
    cover: right,
    words: beside,
    alone,
    ornament: ({ left, top, width }, accent, rule) =>
      rect(left, top - 20, width, 5, accent) + rect(left, top + 58, width, 2, rule),
  },
  notebook: {
    letters: "inter",
    ...lookColours.notebook,
    cover: { left: 720, top: 48, width: 432, height: 534 },
    words: { ...beside, left: 84, width: 572 },
    alone: { ...alone, left: 84, width: 1044 },
    ornament: (_at, accent) => rect(0, 0, 22, CARD_HEIGHT, accent),
  },
  gallery: {
    letters: "inter",
    ...lookColours.gallery,
    cover: { left: 0, top: 0, width: CARD_WIDTH, height: 340 },
    words: { left: 72, top: 366, width: 1056, height: 224 },
    alone,
    ornament: () => "",
  },
  terminal: {
    letters: "inter",
    ...lookColours.terminal,
    cover: { left: 744, top: 96, width: 384, height: 438 },
    words: { left: 72, top: 96, width: 616, height: 438 },
    alone: { left: 72, top: 96, width: 1056, height: 438 },
    ornament: (_at, accent, rule) =>
      rect(0, 0, CARD_WIDTH, 44, rule) +
      [36, 68, 100].map((x) => `<circle cx="${x}" cy="22" r="9" fill="${accent}"/>`).join(""),
  },
  diary: {
    letters: "newsreader",
    ...lookColours.diary,
    cover: right,
    words: { ...beside, left: 76, width: 544 },
    alone: { ...alone, left: 120, width: 960 },
    isCentred: true,
    ornament: (at, accent) =>
      at.width > 900
        ? `<rect x="28" y="28" width="1144" height="574" fill="none" stroke="${accent}" stroke-width="3"/>`
        : rect(at.left + at.width / 2 - 40, at.top + 62, 80, 3, accent),
  },
};

type Written = {
  text: string;
  left: number;
  line: number;
  size: number;
  fill: string;
  isCentred: boolean;
  width: number;
};

/** A line of text as outlines: no font is asked for, and no character of anybody's text stands in the drawing. */
function written(
  { text, left, line, size, fill, isCentred, width }: Written,
  find: ReturnType<typeof lettersOf>,
): string {
  let x = isCentred ? left + (width - widthOf(text, find) * size) / 2 : left;
  let out = "";
  for (const each of text) {
    const letter = find(each);
    if (!letter) continue;
    const scale = size / letter.scale;
    if (letter.path !== "")
      out += `<path transform="translate(${x.toFixed(1)} ${line}) scale(${scale.toFixed(4)} ${(-scale).toFixed(4)})" d="${letter.path}"/>`;
    x += letter.advance * scale;
  }
  return `<g fill="${fill}">${out}</g>`;
}

/** The size of the site's name and of the host, and the room above and below the title, in pixels. */
const [NAME, HOST, ABOVE, BELOW] = [32, 26, 96, 56];
const LEADING = 1.14;

/** A card as SVG, without its cover, and the place of that. A title with a letter that we cannot draw is left out. */
export function drawCard({ look, accent: chosen, title, siteName, host, hasCover }: Card): {
  svg: string;
  cover: Place | null;
} {
  const design = designs[look];
  const accent = accentOf(look, chosen);
  const find = lettersOf(design.letters);
  const words = drawable(title, find);
  const at = hasCover ? design.words : design.alone;
  const isCentred = design.isCentred ?? false;
  const own = { left: at.left, width: at.width, isCentred };
  const isLow = at.height < 300;
  const above = isLow ? 0 : ABOVE;
  let text = "";
  const name = drawable(siteName, find);
  // Without a title, the site's name stands in its place; without either, the host.
  const main = words ?? name ?? host;
  const top = name !== null && main !== name ? name : "";
  const room = {
    width: at.width,
    height: at.height - above - BELOW,
    sizes: [isLow ? 60 : 88, 40] as const,
    leading: LEADING,
  };
  const { size, lines } = fitted(main, room, find);
  if (top !== "" && !isLow) {
    const head = fitted(top, { ...room, height: NAME * LEADING, sizes: [NAME, NAME] }, find);
    text += written({ text: head.lines[0] ?? "", ...own, line: at.top + NAME, size: NAME, fill: accent }, find);
  }
  const height = lines.length * size * LEADING;
  const first = at.top + above + (isCentred ? (room.height - height) / 2 : 0) + size * 0.9;
  for (const [index, line] of lines.entries())
    text += written({ text: line, ...own, line: first + index * size * LEADING, size, fill: design.ink }, find);
  const foot = main === host ? "" : isLow && top !== "" ? `${top} · ${host}` : host;
  const end = fitted(foot, { ...room, height: HOST * LEADING, sizes: [HOST, HOST] }, find);
  text += written(
    { text: end.lines[0] ?? "", ...own, line: at.top + at.height - 8, size: HOST, fill: design.soft },
    find,
  );
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">${rect(0, 0, CARD_WIDTH, CARD_HEIGHT, design.paper)}${design.ornament(at, accent, design.rule)}${text}</svg>`,
    cover: hasCover ? design.cover : null,
  };
}
