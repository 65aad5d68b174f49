// Cuts the public pages' fonts out of their packages: `npm run fonts` writes public/fonts and the style sheets. A first
// visit to a text may cost 60 KB in all; uncut, these fonts are 360 KB.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { convert, tablesOf, withTables } from "./font-tables.mjs";

const packages = fileURLToPath(new URL("../../../node_modules/@fontsource-variable", import.meta.url));

/** Beside ASCII: the small letters of western European languages, their commonest capitals, and typographic signs. */
const common = "\u00a0°©«»·×ÄÉÖÜßàáâäåæçèéêëíîïñóôöøùúûü–—‘’“”„…→←€";
/** The characters of the packages' files, as `unicode-range`. */
const latin =
  "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD";
const latinExt =
  "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF";

const hex = (/** @type {number} */ point) => point.toString(16).toUpperCase().padStart(4, "0");

/** Every character of a `unicode-range`. @param {string} range */
const charactersOf = (range) =>
  range.split(",").flatMap((part) => {
    const [first = 0, last = first] = part
      .slice(2)
      .split("-")
      .map((point) => Number.parseInt(point, 16));
    return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
  });

const commonCharacters = [...charactersOf("U+0020-007E"), ...Array.from(common)];
/**
 * The characters of a range that are neither in another nor invisible: where ranges overlap, browsers load both files.
 * @param {string} range @param {string[]} others
 */
const without = (range, others) => charactersOf(range).filter((each) => each >= " " && !others.includes(each));

/** Characters as a `unicode-range`. @param {string[]} characters */
function rangeOf(characters) {
  const points = characters.map((each) => each.codePointAt(0) ?? 0).sort((a, b) => a - b);
  /** @type {[number, number][]} */
  const runs = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last && point <= last[1] + 1) last[1] = point;
    else runs.push([point, point]);
  }
  return runs.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ""}`).join(",");
}

/**
 * The faces of public pages. A text's upright letters keep their weights and their kerning, which titles need; italic
 * and interface have one weight, which browsers embolden. 20 px is the optical size of a text. Kerning is that of one
 * weight (`kernedAt`) for all: how it varies weighs 4 KB, and moves "AV" by half a hundredth of an em.
 */
const faces = /** @type {const} */ ([
  {
    name: "newsreader",
    set: "newsreader",
    file: "newsreader/files/newsreader-$-opsz-normal.woff2",
    css: 'font-family: "Newsreader Variable"; font-style: normal; font-weight: 400 800',
    axes: { opsz: 20, wght: { min: 400, max: 620 } },
    features: ["kern", "liga", "onum"],
    kernedAt: 500,
    needed: "always",
  },
  {
    name: "newsreader-italic",
    set: "newsreader",
    file: "newsreader/files/newsreader-$-opsz-italic.woff2",
    css: 'font-family: "Newsreader Variable"; font-style: italic; font-weight: 400',
    axes: { opsz: 20, wght: 400 },
    features: ["onum"],
    needed: "italic",
  },
  {
    name: "inter",
    set: "newsreader",
    file: "inter/files/inter-$-wght-normal.woff2",
    css: 'font-family: "Inter Variable"; font-style: normal; font-weight: 400 560',
    axes: { wght: 500 },
    features: ["tnum"],
    needed: "always",
  },
  {
    name: "inter-text",
    set: "inter",
    file: "inter/files/inter-$-wght-normal.woff2",
    css: 'font-family: "Inter Text"; font-style: normal; font-weight: 400 640',
    axes: { wght: { min: 400, max: 640 } },
    features: ["kern", "liga", "tnum"],
    kernedAt: 500,
    needed: "always",
  },
]);

/** The variables of each set of fonts that an owner may choose (`siteFonts` in lib/core/appearance.ts). */
const variables = {
  newsreader: `:root {
  --serif: "Newsreader Variable", "Newsreader Fallback", "Songti SC", "Noto Serif CJK SC", Georgia, serif;
  --sans: "Inter Variable", "Inter Fallback", system-ui, "PingFang SC", "Noto Sans CJK SC", sans-serif;
}
`,
  inter: `:root {
  --serif: var(--sans);
  --sans: "Inter Text", "Inter Fallback", system-ui, "PingFang SC", "Noto Sans CJK SC", sans-serif;
  --step-0: clamp(1rem, 0.95rem + 0.22vw, 1.0938rem);
}
`,
};

/** The files from which browsers choose by the letters of a page. */
const cuts = [
  { name: "", from: "latin", characters: commonCharacters },
  { name: "latin", from: "latin", characters: without(latin, commonCharacters) },
  { name: "ext", from: "latin-ext", characters: without(latinExt, [...commonCharacters, ...charactersOf(latin)]) },
];

/**
 * Until a face is loaded, a system font has its measures; a face that loads too late is used from the next page on, so
 * that nothing moves.
 */
const standIns = {
  newsreader: `@font-face { font-family: "Newsreader Fallback"; src: local("Times New Roman"), local("Liberation Serif"), local("Tinos"); size-adjust: 101.7%; ascent-override: 72.3%; descent-override: 26.1%; line-gap-override: 0% }
@font-face { font-family: "Newsreader Fallback"; font-weight: 500 800; src: local("Times New Roman Bold"), local("Liberation Serif Bold"), local("Tinos Bold"); size-adjust: 101%; ascent-override: 72.8%; descent-override: 26.2%; line-gap-override: 0% }
@font-face { font-family: "Newsreader Fallback"; font-style: italic; src: local("Times New Roman Italic"), local("Liberation Serif Italic"), local("Tinos Italic"); size-adjust: 97.9%; ascent-override: 75.1%; descent-override: 27.1%; line-gap-override: 0% }
`,
  inter: `@font-face { font-family: "Inter Fallback"; src: local("Arial"), local("Liberation Sans"), local("Arimo"), local("Roboto"); size-adjust: 107.5%; ascent-override: 90.1%; descent-override: 22.4%; line-gap-override: 0% }
`,
};

/** A face's letters, as a font for browsers. @param {(typeof faces)[number]} face @param {Buffer} whole @param {string} letters */
async function cutFace(face, whole, letters) {
  const cutWith = (/** @type {import("subset-font").SubsetOptions["variationAxes"]} */ variationAxes) =>
    subsetFont(whole, letters, {
      targetFormat: "sfnt",
      variationAxes,
      keepFeatures: [...face.features],
      noHinting: true,
    });
  const font = await cutWith(face.axes);
  if (!("kernedAt" in face)) return convert(font, "woff2");
  const kerned = tablesOf(await cutWith({ ...face.axes, wght: face.kernedAt }));
  return convert(withTables(font, { GPOS: kerned.get("GPOS"), GDEF: kerned.get("GDEF") }), "woff2");
}

/** Every file to write, by path: the fonts, their licences, the style that names them, and the lists for preloading. */
export async function cutFonts() {
  /** @type {Map<string, Buffer | string>} */
  const files = new Map();
  /** @type {Record<"newsreader" | "inter", string[]>} */
  const rules = { newsreader: [], inter: [] };
  /** @type {Record<"newsreader" | "inter", { always: string[], italic: string[] }>} */
  const preloads = { newsreader: { always: [], italic: [] }, inter: { always: [], italic: [] } };
  for (const face of faces)
    for (const cut of cuts) {
      const whole = readFileSync(join(packages, face.file.replace("$", cut.from)));
      const bytes = await cutFace(face, whole, cut.characters.join(""));
      // The name changes with the content, so that browsers may keep the file.
      const name = [face.name, cut.name, createHash("sha256").update(bytes).digest("hex").slice(0, 8)]
        .filter(Boolean)
        .join("-");
      files.set(`public/fonts/${name}.woff2`, bytes);
      if (cut.name === "") preloads[face.set][face.needed].push(`/fonts/${name}.woff2`);
      rules[face.set].push(
        `@font-face { ${face.css}; font-display: optional; src: url("/fonts/${name}.woff2") format("woff2"); unicode-range: ${rangeOf(cut.characters)} }`,
      );
    }
  for (const family of ["newsreader", "inter"])
    files.set(`public/fonts/${family}-LICENSE.txt`, readFileSync(join(packages, family, "LICENSE")));
  const note = "/* Written by `npm run fonts`; lib/server/launcher/fonts.mjs says how fonts are cut. */\n";
  const write = (/** @type {"newsreader" | "inter"} */ set, /** @type {string} */ fallbacks) =>
    files.set(`app/(site)/fonts/${set}.css`, `${note}${variables[set]}${rules[set].join("\n")}\n${fallbacks}`);
  write("newsreader", standIns.newsreader + standIns.inter);
  write("inter", standIns.inter);
  files.set("components/site/pieces/fonts.json", `${JSON.stringify(preloads, null, 2)}\n`);
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = await cutFonts();
  rmSync("public/fonts", { recursive: true, force: true });
  mkdirSync("public/fonts", { recursive: true });
  for (const [path, content] of files) writeFileSync(path, content);
  for (const [path, content] of files) process.stdout.write(`${String(content.length).padStart(7)}  ${path}\n`);
}
