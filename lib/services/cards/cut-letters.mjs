// Cuts the letters of cards out of their fonts, as outlines: `npm run letters -- <folder>`, where the folder holds
// @fontsource-variable/noto-sans-sc and noto-sans-kr. They are no packages of the program, which needs 9 MB less so.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { convert } from "fontverter";
import { Blob, Face, Font, Variation } from "harfbuzzjs";

const own = "node_modules/@fontsource-variable";
const folder = process.argv[2];
if (!folder) throw new Error("Name the node_modules/@fontsource-variable that holds noto-sans-sc and noto-sans-kr.");

/** The commoner characters of an encoding, by the bounds of their first byte and the least second one. @param {string} encoding @param {[number, number]} range @param {number} least */
function common(encoding, [from, to], least = 0x40) {
  const found = new Set();
  const decoder = new TextDecoder(encoding);
  for (let first = from; first <= to; first += 1)
    for (let second = least; second <= 0xfe; second += 1) {
      const text = decoder.decode(Uint8Array.of(first, second));
      if ([...text].length === 1 && text !== "\ufffd") found.add(text);
    }
  return found;
}

// GB 2312, the first level of Big5, JIS X 0208's first level with kana, KS X 1001.
const eastern = new Set([
  ...common("gbk", [0xa1, 0xf7], 0xa1),
  ...common("big5", [0xa1, 0xc6]),
  ...common("shift_jis", [0x81, 0x98]),
  ...common("euc-kr", [0xb0, 0xc8], 0xa1),
]);
const isEastern = (/** @type {string} */ each) =>
  eastern.has(each) &&
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\u30fb\u30fc\uff01-\uff5e\u2014\u2026]/u.test(
    each,
  );

const number = (/** @type {number} */ value) => Math.round(value);

/** An outline with steps instead of places, which compresses better. @param {string} path */
function relative(path) {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let out = "";
  for (const [, kind = "", rest = ""] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const values = rest
      .split(/[ ,]+/)
      .filter(Boolean)
      .map((each) => number(Number(each)));
    if (kind === "Z") {
      out += "z";
      [x, y] = [startX, startY];
      continue;
    }
    const steps = values.map((value, index) => value - (index % 2 === 0 ? x : y));
    out += kind.toLowerCase() + steps.map((step, index) => (index > 0 && step >= 0 ? " " : "") + step).join("");
    [x, y] = values.slice(-2);
    if (kind === "M") [startX, startY] = [x, y];
  }
  return out;
}

/** @param {string[]} files @param {Record<string, number>} axes @param {number} scale @param {(each: string) => boolean} wanted */
async function lettersOf(files, axes, scale, wanted) {
  /** @type {Map<string, string>} */
  const lines = new Map();
  for (const file of files) {
    const face = new Face(new Blob(await convert(readFileSync(file), "sfnt")), 0);
    const font = new Font(face);
    font.setScale(scale, scale);
    font.setVariations(Object.entries(axes).map(([tag, value]) => new Variation(tag, value)));
    for (const point of Array.from(face.collectUnicodes())) {
      const letter = String.fromCodePoint(point);
      if (lines.has(letter) || !wanted(letter)) continue;
      const glyph = font.nominalGlyph(point);
      if (glyph === undefined) continue;
      lines.set(letter, `${letter}${number(font.glyphHAdvance(glyph))} ${relative(font.glyphToPath(glyph))}`);
    }
  }
  return lines;
}

/** @param {string} name @param {string} of @param {RegExp} which */
const filesOf = (name, of, which) =>
  readdirSync(join(of, name, "files"))
    .filter((file) => which.test(file))
    .map((file) => join(of, name, "files", file));

/** @param {string} name @param {Map<string, string>} lines @param {number} scale */
function write(name, lines, scale) {
  const text = `${scale}\n${[...lines.values()].sort().join("\n")}\n`;
  const bytes = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  writeFileSync(`lib/services/cards/letters/${name}.br`, bytes);
  process.stdout.write(`${name}: ${lines.size} letters, ${text.length} bytes, ${bytes.length} packed\n`);
}

const isDrawn = (/** @type {string} */ each) => !/[\p{C}\p{Co}]/u.test(each);
write(
  "newsreader",
  await lettersOf(filesOf("newsreader", own, /opsz-normal/), { opsz: 48, wght: 560 }, 1000, isDrawn),
  1000,
);
write("inter", await lettersOf(filesOf("inter", own, /wght-normal/), { wght: 620 }, 1000, isDrawn), 1000);
const noto = (/** @type {string} */ name) => filesOf(name, folder, /wght-normal/);
write("noto", await lettersOf([...noto("noto-sans-sc"), ...noto("noto-sans-kr")], { wght: 560 }, 300, isEastern), 300);
writeFileSync("lib/services/cards/letters/noto-LICENSE.txt", readFileSync(join(folder, "noto-sans-sc", "LICENSE")));
