import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import fonts from "../../../components/site/pieces/fonts.json";
import { convert, tablesOf, withTables } from "./font-tables.mjs";
import { cutFonts } from "./fonts.mjs";

describe("the public pages' fonts", () => {
  it("are what is cut of their packages, with their licences", async () => {
    const files = await cutFonts();
    for (const [path, content] of files)
      expect(readFileSync(path).equals(Buffer.from(content)), `${path}: run \`npm run fonts\``).toBe(true);
    const fonts = [...files.keys()]
      .filter((path) => path.startsWith("public/fonts/"))
      .map((path) => path.slice("public/fonts/".length));
    expect(readdirSync("public/fonts").sort()).toEqual(fonts.sort());
    expect(fonts).toContain("newsreader-LICENSE.txt");
  });

  it("keep their weights and their kerning, whose tables are those of a font with one weight", async () => {
    const font = readFileSync("node_modules/@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2");
    const whole = await convert(font, "sfnt");
    const tables = tablesOf(whole);
    expect([...tablesOf(withTables(whole, {}))]).toEqual([...tables]);
    const without = tablesOf(withTables(whole, { GPOS: undefined, GDEF: Buffer.from("other") }));
    expect([...without.keys()]).toEqual([...tables.keys()].filter((tag) => tag !== "GPOS"));
    for (const [tag, table] of without)
      expect(table.equals(tag === "GDEF" ? Buffer.from("other") : (tables.get(tag) ?? whole))).toBe(true);
    const [path = ""] = fonts.newsreader.always;
    const cut = tablesOf(await convert(readFileSync(`public${path}`), "sfnt"));
    expect([...cut.keys()]).toEqual(expect.arrayContaining(["GPOS", "fvar"]));
  });

  it.each([
    ["newsreader", 3],
    ["inter", 1],
  ])(
    "stand each for letters that no other file of its face has, so that none is fetched for another: %s",
    (name, count) => {
      const css = readFileSync(`app/(site)/fonts/${name}.css`, "utf8");
      const faces = new Map<string, Set<number>>();
      for (const [, face = "", ranges = ""] of css.matchAll(
        /@font-face \{ (.*?); font-display: optional; .*?unicode-range: ([^ ]+) \}/g,
      )) {
        const seen = faces.get(face) ?? new Set();
        faces.set(face, seen);
        for (const range of ranges.split(",")) {
          const [first = 0, last = first] = range
            .slice(2)
            .split("-")
            .map((point) => Number.parseInt(point, 16));
          for (let point = first; point <= last; point += 1) {
            expect(seen.has(point), `${face}: U+${point.toString(16)}`).toBe(false);
            seen.add(point);
          }
        }
      }
      expect(faces.size).toBe(count);
      for (const seen of faces.values())
        expect(["A", "ß", "ł", "–"].every((letter) => seen.has(letter.codePointAt(0) ?? 0))).toBe(true);
    },
  );
});
