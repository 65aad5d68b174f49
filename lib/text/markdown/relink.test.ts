import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attributesIn } from "../html/html-tokens";
import { relinked } from "./relink";
import { render } from "./render";

const replace = (markdown: string) =>
  relinked(markdown, (address, kind) => (/fog|map\.pdf|ä b/.test(address) ? `/new/${kind}` : undefined));

it.each([
  ['![fog.png](fog.png "fog.png") and fog.png', '![fog.png](/new/image "fog.png") and fog.png'],
  ["![](<./fog 1.png>)", "![](</new/image>)"],
  ["![](%C3%A4%20b.png)", "![](/new/image)"],
  ["[the map](docs/map.pdf) [![](fog.png)](map.pdf)", "[the map](/new/link) [![](/new/image)](/new/link)"],
  ["![x][fog]\n\n[fog]: ./fog.png 'title'\n", "![x][fog]\n\n[fog]: /new/image 'title'\n"],
  [
    '<p><img alt="x" src=\'fog.png\'> <a href="map.pdf">x</a></p>',
    '<p><img alt="x" src="/new/image"> <a href="/new/link">x</a></p>',
  ],
  ["`![](fog.png)`\n\n    ![](fog.png)\n", "`![](fog.png)`\n\n    ![](fog.png)\n"],
  ["![](other.png)\r\n\r\n* 雾 ![](fog.png)\r\n", "![](other.png)\r\n\r\n* 雾 ![](/new/image)\r\n"],
  ["![](a\\_fog.png) ![](fog&amp;.png)", "![](/new/image) ![](/new/image)"],
  [
    "| a | b |\n|-|-|\n| \\| ![](fog.png) | [x\\|y](fog.png) |",
    "| a | b |\n|-|-|\n| \\| ![](/new/image) | [x\\|y](/new/link) |",
  ],
  [":::tip\n![](fog.png)\n:::\n\n> [fog]:\n> fog.png", ":::tip\n![](/new/image)\n:::\n\n> [fog]:\n> /new/image"],
])("%j becomes %j", (markdown, expected) => expect(replace(markdown)).toBe(expected));

/** Markdown with a placeholder for an address; what follows a line break is in the same block. */
const blocks = [
  "![a](@)",
  "[a *b*](@ 'x @')",
  "before ![](<@>) [![雾](@)](@) after",
  "# [a](@) #",
  "[a](@)\n===",
  "- [ ] ![a](@)\n- b",
  "1. a\n\n   ![a](@\n   'title')",
  "| a | b |\n|---|:-:|\n| x \\| y ![a\\|b](@) | `|` | [x](@) |",
  "[r@]: @ 'title'",
  "[s@]:\n<@>",
  "[^n]: a ![a](@)\n    b",
  '<p><img alt="@" src="@"> <a\nhref="@">a</a></p>',
  'a <a href="@">b</a> <img src="@">',
  ":::note a\n[a](@)\n:::",
  "> [!TIP]\n> [a](@)",
  "a  \nb\\\n[a]( @ )",
  "\tcode @",
  "```\n![](@)\n```\n[a](@)",
  "`[a](@)` ![a](@)",
];
const containers: ((line: string, index: number) => string)[] = [
  (line) => line,
  (line) => `> ${line}`,
  (line) => `>${line}`,
  (line, index) => `${index === 0 ? "* " : "  "}${line}`,
  (line, index) => `${index === 0 ? "12) " : "    "}${line}`,
  (line, index) => `${index === 0 ? "[^c]: " : "    "}${line}`,
];
const inside = (block: string, container: (typeof containers)[number]): string =>
  block.split("\n").map(container).join("\n");

const texts = fc
  .array(fc.tuple(fc.constantFrom(...blocks), fc.array(fc.constantFrom(...containers), { maxLength: 2 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.map(([block, around]) => around.reduce(inside, block)).join("\n\n"));

const addressesIn = (markdown: string): string[] => {
  const found: string[] = [];
  relinked(markdown, (address) => void found.push(address));
  return found;
};

const shownIn = async (originalContent: string): Promise<string[]> => {
  const { html } = await render({ editorType: "MARKDOWN", originalContent, keepRaw: false });
  return attributesIn(html)
    .filter(({ name }) => name === "src" || name === "href")
    .map(({ value }) => decodeURIComponent(value))
    .filter((address) => address.startsWith("./雾"));
};

describe("a text with other addresses", () => {
  const endings = fc.constantFrom("\n", "\r\n", "\r");

  it("has them where the old ones stood, and is the same byte for byte elsewhere", async () => {
    await fc.assert(
      fc.asyncProperty(texts, endings, fc.constantFrom("", "\uFEFF"), async (text, end, begin) => {
        let count = 0;
        const markdown = begin + text.replaceAll("\n", end).replace(/@/g, () => `./雾-${(count += 1)}.png`);
        const found = addressesIn(markdown);
        // Words in code, titles and descriptions are no addresses and stay.
        expect(found).toEqual(expect.arrayContaining(await shownIn(markdown)));
        const expected = markdown.replace(/\.\/雾-(\d+)\.png/g, (old, n: string) =>
          found.includes(old) ? `/n/${n}.webp` : old,
        );
        expect(relinked(markdown, (address) => address.replace(/^\.\/雾-(\d+)\.png$/, "/n/$1.webp"))).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("is read as a text with these addresses, whatever it is and whatever they are", () => {
    const words =
      '$ $$ <!-- <a\xa0title= <a @ ![ [ ] ]( ) < > " \' | \\ ` \n \n\n > - [r]: <b> <img src= /> <a href=" ::: * &amp; \t # --- |-|-|\n'.split(
        " ",
      );
    const text = fc.array(fc.constantFrom(...words, " ", "雾"), { maxLength: 30 }).map((parts) => parts.join(""));
    const address = fc.string({
      unit: fc.constantFrom(...Array.from(`$=-@:^.,a()<>\\|&;"'#*_[]~! \`雾`)),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.oneof(text, texts), endings, address, (given, end, to) => {
        const markdown = given.replaceAll("\n", end);
        expect(relinked(markdown, () => undefined)).toBe(markdown);
        const found = addressesIn(markdown);
        const changed = relinked(markdown, () => `/n/${to}`);
        expect(addressesIn(changed)).toEqual(found.map(() => `/n/${to}`));
      }),
      { numRuns: 3000 },
    );
  });
});
