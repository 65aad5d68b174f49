import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
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
