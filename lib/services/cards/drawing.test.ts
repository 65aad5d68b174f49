import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { siteLooks, type SiteLook } from "../../core/looks";
import { accentShades } from "./colours";
import { type Card, designs, drawCard } from "./drawing";
import { lettersOf } from "./letters";
import { drawable, fitted, widthOf } from "./lines";

const find = lettersOf("inter");
const card: Card = {
  look: "broadsheet",
  accent: "brick",
  title: "Soup for forty",
  siteName: "The Harbour Letter",
  host: "harbour.example",
  hasCover: false,
  focus: { x: 50, y: 50 },
};

describe("the letters of cards", () => {
  it.each([
    "Zürich, Œuvre & Þór – “50 %”",
    "Привет, Αθήνα, Việt Nam",
    "潮汐与节气:港口",
    "繁體中文的標題",
    "こんにちは、カード",
    "안녕하세요 세계",
  ])("are held for %s", (text) => expect(drawable(text, find)).toBe(text));

  it("that we lack leave the whole text out, since a part of it would be wrong", () => {
    expect(drawable("مرحبا", find)).toBeNull();
    expect(drawable("Hello สวัสดี", find)).toBeNull();
    expect(drawable("𠮷野家", find)).toBeNull();
  });

  it("are drawn without the signs that we lack", () => {
    expect(drawable("Soup 🍲 for 👩‍👩‍👧 forty", find)).toBe("Soup for forty");
    expect(drawable("🍲", find)).toBeNull();
  });
});

describe("the lines of cards", () => {
  const box = { width: 560, height: 350, sizes: [88, 40] as const, leading: 1.14 };

  it.each([
    "Tide",
    "The ferry is seven minutes late, and nobody minds",
    "x".repeat(100),
    "港".repeat(100),
    "W ".repeat(50),
  ])("stay within their box: %s", (text) => {
    const { size, lines } = fitted(text, box, find);
    expect(lines.length * size * box.leading).toBeLessThanOrEqual(box.height);
    for (const line of lines) expect(widthOf(line, find) * size).toBeLessThanOrEqual(box.width);
  });

  it("begin with no punctuation", () => {
    const { lines } = fitted("如何被月亮安排,以及我们为什么还在等。".repeat(3), box, find);
    expect(lines.filter((line) => /^[\p{Po}\p{Pe}]/u.test(line))).toEqual([]);
  });
});

describe("a card", () => {
  it("holds outlines only, and nobody's words", () => {
    const { svg } = drawCard({ ...card, title: `</g><image href="file:///etc/passwd"/>&` });
    expect(svg).toMatch(
      /^(<\/?(svg|g|path|rect|circle)( (xmlns|width|height|x|y|cx|cy|r|fill|stroke|stroke-width|transform|d)="[\w#.:/,() -]*")*\/?>)+$/,
    );
  });

  it("says the site's name where its title cannot be drawn, and the host where neither can", () => {
    const named = drawCard({ ...card, title: card.siteName });
    expect(drawCard({ ...card, title: "مرحبا" })).toEqual(named);
    const hosted = drawCard({ ...card, title: card.host, siteName: "مرحبا" });
    expect(drawCard({ ...card, title: "مرحبا", siteName: "مرحبا" })).toEqual(hosted);
  });

  it.each(Object.keys(siteLooks) as SiteLook[])("has the colours of its look: %s", (look) => {
    const css = readFileSync(`components/site/looks/${look}/tokens.css`, "utf8");
    const scheme = look === "terminal" ? css.slice(css.indexOf(':root[data-scheme="dark"]')) : css;
    const { paper, ink, soft, rule } = designs[look];
    const colour = (name: string) => new RegExp(`--${name}: (#\\w+);`).exec(scheme)?.[1];
    expect({ paper: colour("paper"), ink: colour("ink"), soft: colour("soft"), rule: colour("rule") }).toEqual({
      paper,
      ink,
      soft,
      rule,
    });
  });

  it("has the site's accents", () => {
    const css = readFileSync("app/(site)/tokens.css", "utf8");
    for (const [name, [light, dark]] of Object.entries(accentShades))
      expect(css).toContain(`[data-accent="${name}"][data-accent] {\n  --accent: light-dark(${light}, ${dark});`);
  });
});
