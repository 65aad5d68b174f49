import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { accents, siteFonts, siteLooks } from "../../../lib/core/looks";
import { looks } from "./looks";

const folder = import.meta.dirname;
const site = join(folder, "../../../app/(site)");
const names = Object.keys(siteLooks) as (keyof typeof siteLooks)[];

/** The colours of a block of a style sheet by name. */
const coloursIn = (css: string, selector: string): Record<string, string> => {
  const from = css.indexOf(`${selector} {`);
  const block = css.slice(from, css.indexOf("}", from));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{3,8});/g)].map(([, name = "", value = ""]) => [name, value]),
  );
};

/** The contrast of two colours as WCAG 2 counts it. */
function contrast(one: string, other: string): number {
  const light = (colour: string) => {
    const hex = colour.length === 4 ? Array.from(colour.slice(1), (each) => each + each).join("") : colour.slice(1);
    const [r = 0, g = 0, b = 0] = [0, 2, 4]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low = 0, high = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe("the looks", () => {
  it("have a folder each, and each folder is one", () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual([...names].sort());
    expect(Object.keys(looks).sort()).toEqual([...names].sort());
  });

  it("differ in their fonts or their front page, not only in colour", () => {
    expect(new Set(names.map((name) => siteLooks[name].layout)).size).toBe(names.length);
    expect(new Set(names.map((name) => siteLooks[name].fonts)).size).toBeGreaterThan(3);
  });

  it("find a style sheet for each choice of fonts", () =>
    expect(readdirSync(join(site, "fonts")).sort()).toEqual(siteFonts.map((name) => `${name}.css`).sort()));

  it.each(names)("show every part of a post's header once: %s", (name) =>
    expect([...looks[name].header].sort()).toEqual(["cover", "kicker", "meta", "summary", "title"]),
  );

  it.each(names.flatMap((name) => (["light", "dark"] as const).map((scheme) => [name, scheme] as const)))(
    "are legible: %s in %s colours",
    (name, scheme) => {
      const css = readFileSync(join(folder, name, "tokens.css"), "utf8");
      const colours = coloursIn(css, scheme === "light" ? ":root" : ':root[data-scheme="dark"]');
      expect(colours, "for who chose dark, and whose system is").toEqual(
        scheme === "light" ? colours : coloursIn(css, ':root:not([data-scheme="light"])'),
      );
      expect(colours.paper).toBe(siteLooks[name].paper[scheme]);
      const all = readFileSync(join(site, "tokens.css"), "utf8");
      const shades = accents.map(
        (accent) =>
          new RegExp(
            `\\[data-accent="${accent}"\\]\\[data-accent\\] \\{\\s*--accent: light-dark\\((#\\w+), (#\\w+)\\)`,
          ).exec(all)?.[scheme === "light" ? 1 : 2] ?? "",
      );
      const { ink = "", soft = "", mark = "" } = colours;
      for (const paper of [colours.paper, colours.raised, colours.tint]) {
        for (const text of [ink, soft, ...shades])
          expect(contrast(text, paper ?? ""), `${text} on ${paper}`).toBeGreaterThanOrEqual(4.5);
      }
      // The gallery shows code on a dark ground in both schemes.
      const ground = name === "gallery" ? "#17181b" : (colours.tint ?? "");
      for (const [key, colour] of Object.entries(colours).filter(([key]) => key.startsWith("code-")))
        expect([key, contrast(colour, ground) >= 4.5]).toEqual([key, true]);
      expect(contrast(ink, mark)).toBeGreaterThanOrEqual(4.5);
    },
  );
});
