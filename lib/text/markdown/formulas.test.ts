import fc from "fast-check";
import { sanitize } from "hast-util-sanitize";
import { describe, expect, it } from "vitest";
import { storedSchema } from "../../testing/stored-schema";
import { publishedAttacks } from "../html/attack-collection";
import { htmlAttacks } from "../html/attacks";
import { formulaSchema } from "../html/formula-drawing";
import { rootOf } from "../html/elements";
import { parseHtml } from "../html/parse-html";
import { plainTextOf } from "../html/plain-text";
import { elementsBelow, writeHtml } from "../html/write-html";
import { isWritable } from "./formulas";
import { markdownFromHtml } from "./from-html";
import { render } from "./render";

const markdown = async (originalContent: string) =>
  (await render({ editorType: "MARKDOWN", originalContent, keepRaw: false })).html;
const richText = async (originalContent: string) =>
  (await render({ editorType: "RICHTEXT", originalContent, keepRaw: false })).html;

/** The TeX of the formulas that a text shows, sorted: those in a line in `$`, others in `$$`. */
const shown = (html: string): string[] =>
  [...elementsBelow(parseHtml(html))]
    .filter(({ tagName }) => tagName === "math")
    .map((math) => {
      const notes = [...elementsBelow(math)].filter(({ tagName }) => tagName === "annotation");
      const sign = math.properties.display === "block" ? "$$" : "$";
      return sign + notes.map(({ children: [text] }) => (text?.type === "text" ? text.value : "")).join() + sign;
    })
    .sort();

describe("a formula in Markdown", () => {
  it("is MathML, with its TeX for whoever copies it", async () =>
    expect(await markdown("So $x^2$.")).toBe(
      "<p>So <math><semantics><msup><mi>x</mi><mn>2</mn></msup>" +
        '<annotation encoding="application/x-tex">x^2</annotation></semantics></math>.</p>',
    ));

  it("stands alone between double signs, in a box that scrolls", async () => {
    const html = await markdown("Thus\n$$\na \\\\\nb\n$$\nand");
    expect(html).toMatch(
      /^<p>Thus<\/p>\n<div class="formula" tabindex="0"><math display="block">.*<\/div>\n<p>and<\/p>$/s,
    );
    expect(shown(html)).toEqual(["$$a \\\\\nb$$"]);
    expect(shown(await markdown("$$x$$\n\n```math\ny\n```\n\n> $$z$$"))).toEqual(["$$x$$", "$$y$$", "$$z$$"]);
  });

  it.each([
    ["It costs $5, or $10 for two.", []],
    ["From $5-$10, $5/$6.", []],
    ["US$5 and A$7", []],
    ["$HOME and $PATH", []],
    ["5$ and 6$", []],
    ["\\$x$ and $y\\$", []],
    ["`$x$`", []],
    ["$ x$ and $x $", []],
    ["$$ alone", []],
    ["$$\nnever closed\n\nnext", []],
    ["$$$$", []],
    ["($x$) and $y$, $z$-axis", ["$x$", "$y$", "$z$"]],
    ["$a_b$ *and* $c_d$", ["$a_b$", "$c_d$"]],
    ["$\\text{\\$5}$", ["$\\text{\\$5}$"]],
    ["a $$x$$ b", ["$x$"]],
    ["| a |\n|---|\n| $x$ |", ["$x$"]],
    ["[$x$](/a)", ["$x$"]],
    ["# $x$", ["$x$"]],
    ["- $$x$$", ["$$x$$"]],
  ])("is told from prices: %j", async (text, found) => expect(shown(await markdown(text))).toEqual(found));

  it.each(["\\frac{", "\\nosuchcommand", "\\href{javascript:alert(1)}{x}", "\\includegraphics{a.png}"])(
    "stays as its author wrote it where it cannot be drawn: %j",
    async (tex) =>
      expect(await markdown(`\`\`\`math\n${tex}\n\`\`\``)).toBe(
        `<pre tabindex="0"><code class="language-math">${tex}\n</code></pre>`,
      ),
  );

  it("does not change what the next one says", async () =>
    expect(shown(await markdown("$\\gdef\\x{y}\\x$ $\\x$"))).toEqual(["$\\gdef\\x{y}\\x$"]));

  it("costs a bounded time", async () => {
    const deep = `$$${"{".repeat(900)}x${"}".repeat(900)}$$`;
    const wide =
      "\\def\\a{\\b\\b\\b\\b}\\def\\b{\\c\\c\\c\\c}\\def\\c{\\d\\d\\d\\d}\\def\\d{xxxxxxxx}\\a\\a\\a\\a\\a\\a\\a\\a";
    for (const text of [deep, `$$${wide}$$`, "$".repeat(50_000), "$x ".repeat(20_000), "$$\n".repeat(20_000)])
      expect(await markdown(text)).toBeTypeOf("string");
  });

  it("is drawn as long as a text's formulas have no more elements than a browser shows at once", async () => {
    const many = `\\def\\a{${"\\frac{x}{y}".repeat(20)}}${"\\a".repeat(20)}`;
    const drawn = shown(await markdown(Array.from({ length: 100 }, () => `$$\n${many}\n$$`).join("\n\n"))).length;
    expect(drawn).toBeGreaterThan(20);
    expect(drawn).toBeLessThan(50);
    expect(shown(await markdown("$a$ ".repeat(9_000)))).toHaveLength(9_000);
  });

  it("has few rows right within each other, through which browsers walk once for each", async () => {
    const nested = (before: string, after: string, depth: number) =>
      markdown(`$${before.repeat(depth)}x${after.repeat(depth)}$`);
    for (const [before, after] of [
      ["\\smash{", "}"],
      ["\\phantom{", "}"],
      ["\\boxed{", "}"],
      ["\\overline{", "}"],
      ["\\mathrlap{", "}"],
    ] as const) {
      const [few, many] = [await nested(before, after, 12), await nested(before, after, 40)].map(shown);
      expect([before, few?.length, many?.length]).toEqual([before, 1, 0]);
    }
    for (const [before, after] of [
      ["\\frac{a}{", "}"],
      ["\\sqrt{", "}"],
      ["\\left(\\frac{a}{", "}\\right)"],
    ] as const)
      expect([before, shown(await nested(before, after, 30)).length]).toEqual([before, 1]);
  });
});

describe("a formula in HTML", () => {
  const drawn = '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x</annotation></semantics></math>';

  it("is made anew of its TeX, whatever is written around that", async () => {
    expect(await richText('<p><code class="language-math">x</code></p>')).toBe(`<p>${drawn}</p>`);
    expect(
      await richText(
        '<p><math onclick=alert(1)><mtext><script>alert(1)</script></mtext><annotation encoding="application/x-tex">x</annotation></math></p>',
      ),
    ).toBe(`<p>${drawn}</p>`);
  });

  it("is left out where nobody noted its TeX", async () =>
    expect(await richText("<p>a<math><mi>x</mi></math>b</p>")).toBe("<p>ab</p>"));

  it("becomes the notation of Markdown again", async () => {
    for (const text of ["So $x^2$ is.", "```math\nx^2\n```"]) expect(markdownFromHtml(await markdown(text))).toBe(text);
    expect(markdownFromHtml("<p>It costs 5$ or 6$, $7</p>")).toBe("It costs 5\\$ or 6\\$, $7");
  });
});

const pieces = [
  ..."\\frac{ \\sqrt{ ^{ _{ } { \\text{ \\begin{matrix} \\end{matrix} & \\\\ \\left( \\right) \\color{red} \\boxed{ \\cancel{ \\href{javascript:x}{ \\htmlClass{x}{ \\style{x}{ \\class{ \\mathbb{R} \\vec{x} \\def\\a{ \\a \\tag{1} \\label{x} \\char`< \\unicode{ \\verb|<| x 1 + = < > \" ' & # % ~ \\( \\$".split(
    " ",
  ),
  "</annotation>",
  "</math>",
  "<mtext>",
  "<img src onerror=alert(1)>",
  "<![CDATA[",
  "]]>",
  "<!--",
  "-->",
  "&lt;",
  "\u0000",
  "\uFDD0",
  "\uD800",
  "é",
  "数",
  " ",
];
const tex = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...htmlAttacks, ...publishedAttacks)), { maxLength: 12 })
  .map((parts) => parts.join(""));

const mathOnly = new Set(formulaSchema.tagNames);

/** What is wrong with a page that a browser makes of it. */
function faultsOf(html: string): string[] {
  const tree = parseHtml(html);
  const faults: string[] = [];
  if (writeHtml(tree) !== html) faults.push("a browser reads other markup in it");
  const isSafe = [...elementsBelow(rootOf(sanitize(tree, storedSchema)))].length === [...elementsBelow(tree)].length;
  if (!isSafe) faults.push("it has more than the schemas allow");
  for (const math of elementsBelow(tree))
    if (math.tagName === "math")
      for (const { tagName } of elementsBelow(math)) if (!mathOnly.has(tagName)) faults.push(`${tagName} in a formula`);
  return faults;
}

describe("any text in a formula", () => {
  it("makes MathML alone, which browsers read as it is written, and which is the same when it is rendered again", async () => {
    await fc.assert(
      fc.asyncProperty(tex, async (text) => {
        const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
        for (const html of [
          await markdown(`a $${text}$ b\n\n$$${text}$$`),
          await richText(`<p><code class="language-math">${escaped}</code></p>`),
          await richText(`<math><annotation encoding="application/x-tex">${escaped}</annotation></math>`),
          await richText(`<math><mtext>${text}</mtext><annotation encoding="application/x-tex">x</annotation></math>`),
        ]) {
          expect(faultsOf(html)).toEqual([]);
          expect(await richText(html)).toBe(html);
        }
      }),
      { numRuns: 250 },
    );
  });

  it("is read again where it may stand in a line", async () => {
    await fc.assert(
      fc.asyncProperty(tex, async (text) => {
        fc.pre(isWritable(text) && /^[\x20-\x7e]*$/.test(text) && !text.includes("\\"));
        const [first] = shown(await markdown(`$${text}$`));
        expect([undefined, `$${text}$`]).toContain(first);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the plain text of a formula", () => {
  it.each([
    ["E = mc^2", "E=mc²"],
    ["x_1 + x_{n+1}", "x₁+x_(n+1)"],
    ["\\frac{a}{b+c}", "a/(b+c)"],
    ["\\sqrt{2}", "√2"],
    ["\\alpha \\le \\pi", "α≤π"],
  ])("%s is said in the excerpt and in what is searched", async (tex, words) => {
    const { excerpt, text } = await render({
      editorType: "MARKDOWN",
      originalContent: `So $${tex}$ is known.`,
      keepRaw: false,
    });
    expect(excerpt.replaceAll("\u2009", "")).toBe(`So ${words} is known.`);
    expect(text).toBe(excerpt);
  });

  it.each([
    "a + b",
    "\\frac{\\sqrt{x}}{y_1^2}",
    "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}",
    "a \\quad b",
    "\\text{so } x < y",
  ])("is the same where %s is read from the page", async (tex) => {
    const originalContent = `So $${tex}$ is.\n\n$$\n${tex}\n$$\n\nEnd.`;
    const { html, text } = await render({ editorType: "MARKDOWN", originalContent, keepRaw: false });
    expect(html).toContain("<math display");
    expect(plainTextOf(html)).toBe(text);
  });

  it("is read from any HTML", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("<math>", "</math>", "<mi>", "</mi>", "<mfrac>", "</mfrac>", "<mspace/>", "x", "<p>")),
        (parts) => {
          expect(plainTextOf(`${parts.join("")}</math>end`)).toMatch(/end$/);
        },
      ),
    ));

  it("is read however deep it is", () =>
    expect(plainTextOf(`a<math>${"<mrow>".repeat(100_000)}x${"</mrow>".repeat(100_000)}</math>b`)).toBe("axb"));

  it("stays TeX where that cannot be read", async () => {
    const source = { editorType: "MARKDOWN", originalContent: "So $\\nothing{$ there.", keepRaw: false } as const;
    expect((await render(source)).excerpt).toBe("So \\nothing{ there.");
  });
});
