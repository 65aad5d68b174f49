import { describe, expect, it } from "vitest";
import { costOf } from "../../lib/testing/cost";
import { checkPost, linksOf, pathsOf, picturesOf } from "./checks";
import { countWords, countWordsIdly, outlineOf } from "./outline";

const known = { missing: [], anchors: null };
const check = (text: string, more: Partial<{ missing: string[]; anchors: string[] }> = {}) =>
  checkPost(
    { title: "T", summary: "S", isEmpty: false, links: linksOf(text), pictures: picturesOf(text) },
    { ...known, ...more },
  ).map(({ kind, line, what }) => [kind, line, what].filter((each) => each !== undefined).join(" "));

describe("checks before publishing", () => {
  it("find nothing in a good text", () =>
    expect(check("![A lighthouse](/a.png) and [a link](/archives/b) and [another](https://example.org).")).toEqual([]));

  it("miss title, text and summary", () =>
    expect(
      checkPost({ title: " ", isEmpty: true, summary: "", links: [], pictures: [] }, known).map(({ kind }) => kind),
    ).toEqual(["no-title", "no-text", "no-summary"]));

  it("see pictures without a description, in Markdown and HTML", () =>
    expect(
      check(
        'one\n![](/a.png)\n![ok](/b.png)\n<img src="/c.png">\n<img alt="" src="/d.png">\n<img alt="x" src="/e.png">',
      ),
    ).toEqual(["no-alt 2 /a.png", "no-alt 4", "no-alt 5"]));

  it("see links that lead nowhere or say nothing", () =>
    expect(check("[here]() [](/x) [top](#) [![alt](/a.png)](/full)")).toEqual([
      "empty-link 1 here",
      "empty-link 1 /x",
      "empty-link 1 top",
    ]));

  it("see links on this site to what readers will not find", () => {
    expect(check("[a](/archives/gone#part) [b](/archives/there)", { missing: ["/archives/gone"] })).toEqual([
      "broken-link 1 /archives/gone#part",
    ]);
    expect(check("[a](#there) [b](#gone) [c](#%E6%BD%AE)", { anchors: ["there", "潮"] })).toEqual([
      "broken-link 1 #gone",
    ]);
  });

  it("leave code alone", () =>
    expect(check("`![](/a.png)` and ``[x]()``\n\n```md\n![](/a.png)\n[x]()\n```\n~~~\n[x]()\n```\n~~~")).toEqual([]));

  it("gather the paths a text leads to, each once", () => {
    expect(
      pathsOf(linksOf("[a](/archives/b#c) [d](/archives/b) [e](//other.example/f) [g](https://h.example/) [i](<j k>)")),
    ).toEqual(["/archives/b"]);
    expect(linksOf('[a](</x y> "title")')).toEqual([{ line: 1, label: "a", target: "/x y" }]);
  });
});

describe("outline and count", () => {
  it("lists headings with their lines", () =>
    expect(outlineOf("# One\ntext\n```\n# not\n```\n### **Two** `x` ##\n#hash\n## [L](/a)")).toEqual([
      { line: 1, depth: 1, text: "One" },
      { line: 6, depth: 3, text: "Two x" },
      { line: 8, depth: 2, text: "L" },
    ]));

  it("counts words, and each CJK character as one", () => {
    expect(countWords("It’s a well-made text, isn’t it? 3.5")).toBe(7);
    expect(countWords("潮水 rises")).toBe(3);
    expect(countWords("[a link](/not/counted)")).toBe(2);
  });

  it("counts a long text in slices, the same, until it is stopped", () => {
    const waiting: (() => void)[] = [];
    const pause = (go: () => void) => (waiting.push(go), () => void waiting.splice(0));
    const text = "One two.\n```\nnot\n```\n潮水 three\n".repeat(40_000);
    const counts: number[] = [];
    let slices = 0;
    countWordsIdly(text, (count) => counts.push(count), pause);
    for (let go = waiting.shift(); go; go = waiting.shift(), slices += 1) go();
    expect([counts, slices > 1]).toEqual([[countWords(text)], true]);
    const stop = countWordsIdly(text, (count) => counts.push(count), pause);
    waiting.shift()?.();
    stop();
    expect([waiting.length, counts.length]).toEqual([0, 1]);
  });
});

it.each([
  ["pictures within links that nothing closes", (times: number) => `[${"![a]".repeat(times)}`],
  ["links within links that nothing closes", (times: number) => `[${"[a](b)".repeat(times)}`],
  ["pictures whose address has no end", (times: number) => "![](<".repeat(times)],
  ["links of blanks", (times: number) => `[a](${" ".repeat(times)}`],
  ["headings of blanks", (times: number) => `# ${" ".repeat(times)}\u2028`],
  ["headings of marks", (times: number) => `# ${"# ".repeat(times)}\u2028`],
  ["ends of links", (times: number) => "](".repeat(times)],
  ["pictures in HTML that nothing closes", (times: number) => "<img ".repeat(times)],
])("a text of %s, written by somebody else, does not stop the browser of whoever opens it", (_what, text) => {
  const look = (written: string) => [check(written), outlineOf(written), countWords(written)];
  look(text(10));
  expect(costOf(() => look(text(3_000))).cost).toBeLessThan(1_000);
});
