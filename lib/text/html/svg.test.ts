import { describe, expect, it } from "vitest";
import { costOf } from "../../testing/cost";
import { cleanSvg, looksLikeSvg } from "./svg";

const clean = (inner: string, attributes = "") =>
  cleanSvg(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4" ${attributes}>${inner}</svg>`).svg;

describe("a drawing", () => {
  it("repeats its parts only as often as a browser can draw them, whichever way it does", () => {
    const repeats = (depth: number, more: (id: string) => string) =>
      `<defs>${Array.from({ length: depth }, (_, i) => `<g id="a${i + 1}">${more(`a${i}`).repeat(10)}</g>`).join("")}<g id="a0"><path d="M0 0"/></g></defs><use href="#a${depth}"/>`;
    const ways = [
      (id: string) => `<use href="#${id}"/>`,
      (id: string) => `<use xlink:href="#${id}"/>`,
      (id: string) => `<rect mask="url(#${id})"/>`,
      (id: string) => `<rect style="fill: url('#${id}')"/>`,
    ];
    for (const way of ways) {
      expect(clean(repeats(3, way))).toContain("a3");
      expect(() => clean(repeats(8, way))).toThrow("repeats its parts too often");
    }
    const twice = '<g id="a7"><path d="M0 0"/></g>';
    expect(() => clean(repeats(8, (id) => `<use href="#${id}"/>`) + twice)).toThrow("repeats its parts too often");
    // Browsers draw what refers to itself once.
    expect(clean('<g id="a"><use href="#a"/><use href="#b"/></g><g id="b"><use href="#a"/></g>')).toContain("use");
  });

  it("keeps what is drawn", () => {
    const drawn =
      '<defs><linearGradient id="a" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#fff"/></linearGradient><clipPath id="c"><rect width="1" height="2"/></clipPath></defs>' +
      '<g fill="url(#a)" stroke-width="2" stroke-linecap="round" transform="rotate(3)" clip-path="url(#c)"><path d="M0 0L1 1z"/><use href="#a"/><text x="1" text-anchor="middle">A &#x26; B 你好</text></g>';
    expect(clean(drawn).replaceAll(" />", "/>")).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4">${drawn}</svg>`,
    );
    expect(clean("<style>.a{fill:red}</style><rect class='a' style='fill:blue'/>")).toContain(
      '<style>.a{fill:red}</style><rect class="a" style="fill:blue" />',
    );
  });

  describe("that repeats its parts by its style", () => {
    const levels = [1, 2, 3, 4, 5, 6, 7, 8];
    /** Parts of eight levels, of which each holds ten that are declared to have the next one. */
    const nested = (tagName: string, sheet: string) =>
      `<style>${sheet}</style>${levels.map((i) => `<${tagName} id="m${i}">${`<rect class="c${i - 1}" width="9"/>`.repeat(10)}</${tagName}>`).join("")}<rect class="c8"/>`;
    const rules = (declare: (i: number) => string, selector = (i: number) => `.c${i}`) =>
      levels.map((i) => `${selector(i)}{${declare(i)}}`).join("");

    it.each([
      ["mask", rules((i) => `mask:url(#m${i})`)],
      ["mask", rules((i) => `mask:url("#m${i}")`)],
      ["clipPath", rules((i) => `clip-path:url(#m${i})`)],
      ["pattern", rules((i) => `fill:url(#m${i})`)],
      ["mask", rules((i) => `/*}.x{*/mask:url(#m${i})`)],
      ["mask", rules((i) => `--x:"}.x{";mask:url(#m${i})`)],
      ["mask", rules((i) => `--x:(}.x{);mask:url(#m${i})`)],
      ["mask", rules((i) => `--x:url(#m${i});mask:var(--x)`)],
      ["mask", `svg{fill:red;${rules((i) => `mask:url(#m${i})`)}}`],
      [
        "mask",
        rules(
          (i) => `mask:url(#m${i})`,
          (i) => `mask>rect:not(.x,.y).c${i}, .z`,
        ),
      ],
      [
        "mask",
        rules(
          (i) => `mask:url(#m${i})`,
          (i) => `[class="c${i}"]`,
        ),
      ],
      ["mask", rules((i) => `mask:url(#m${i})`).slice(0, -1)],
    ])("as <%s>, with %s, is refused", (tagName, sheet) => {
      expect(() => clean(nested(tagName, sheet))).toThrow("repeats its parts too often");
    });

    const corners = `d="M0 0${"h1".repeat(2_000)}"`;
    it.each([
      `<marker id="a"><path ${corners}/></marker><g marker-mid="url(#a)">${`<path ${corners}/>`.repeat(9)}</g>`,
      `<marker id="a"><path ${corners}/></marker><style>path{marker:url(#a)}</style>${`<path ${corners}/>`.repeat(9)}`,
      `<pattern id="a">${"<rect/>".repeat(2_000)}</pattern><g fill="url(#a)">${"<rect/>".repeat(2_000)}</g>`,
      `<linearGradient id="a">${"<stop/>".repeat(9_000)}</linearGradient>${'<rect fill="url(#a)"/>'.repeat(9_000)}`,
      `<mask id="a">${"<rect/>".repeat(2_000)}</mask><g mask="url(#a)">${'<g mask="inherit"/>'.repeat(2_000)}</g>`,
      `<path id="a" d="M0 0${"h1".repeat(200_000)}"/>${'<use href="#a"/>'.repeat(2_000)}`,
      `<style>.a{d:path("M0 0${"h1".repeat(200_000)}")}</style>${'<path class="a"/>'.repeat(2_000)}`,
      `<filter id="a">${"<feGaussianBlur/>".repeat(20)}</filter>${'<rect filter="url(#a)"/>'.repeat(200)}`,
      '<path d="M0 0Q300 300 600 0" stroke-dasharray=".0012"/>'.repeat(50),
      `<style>g{stroke-dasharray:.001 0}</style><g>${'<path d="M0 0q300 300 600 0"/>'.repeat(50)}</g>`,
      `<style>.a{--b:.001;stroke-dasharray:var(--b)}</style>${'<circle class="a" r="300"/>'.repeat(50)}`,
      `<style>circle{r:300px}</style>${'<circle style="stroke-dasharray:.001"/>'.repeat(50)}`,
      '<path pathLength="1e6" d="M0 0q1 1 2 0" stroke-dasharray="1"/>'.repeat(50),
      '<path vector-effect="non-scaling-stroke" d="M0 0q1 1 2 0" stroke-dasharray=".1"/>'.repeat(200),
      '<path d="M0 0a9e3 9e3 0 1 01.1.1" stroke-dasharray=".01"/>'.repeat(50),
      `<filter id="a"><feTurbulence numOctaves="1e9"/></filter><rect filter="url(#a)"/>`,
      `<style>rect{filter:${"blur(9px) ".repeat(9)}}</style>${"<rect/>".repeat(200)}`,
      `<style>rect{filter:${"saturate(2) hue-rotate(3deg) ".repeat(9)}}</style>${"<rect/>".repeat(200)}`,
      `<style>svg{background:${"repeating-conic-gradient(red,blue 1deg),".repeat(1_000)}red}</style>`,
      `<mask id="a"><rect/></mask>${'<g mask="url(#a)"><rect/></g>'.repeat(5_000)}`,
      '<rect style="mix-blend-mode:hue"/>'.repeat(5_000),
      `${'<g opacity=".9">'.repeat(90)}<rect/>${"</g>".repeat(90)}`.repeat(300),
    ])("by paint, markers, shapes and filters is refused (%#)", (inside) => {
      expect(() => clean(inside)).toThrow("repeats its parts too often");
    });

    it.each([
      `<linearGradient id="a"><stop/><stop/></linearGradient><style>.b{fill:url(#a)}</style>${'<path class="b" d="M0 0h1v1z"/>'.repeat(5_000)}`,
      `<marker id="a"><path d="M0 0h1v1z"/></marker>${`<path marker-end="url(#a)" ${corners}/>`.repeat(100)}`,
      `<filter id="a"><feFlood/><feColorMatrix/><feOffset/><feGaussianBlur/><feColorMatrix/><feBlend/><feBlend/></filter>${'<g filter="url(#a)"><rect/></g>'.repeat(100)}`,
      `<mask id="a"><rect/></mask>${'<g mask="url(#a)" opacity=".5"><rect/></g>'.repeat(2_000)}`,
      `<clipPath id="a"><rect/></clipPath><style>.b{clip-path:url(#a)}</style>${'<g class="b"><path d="M0 0"/></g>'.repeat(9_000)}`,
    ])("stays where a browser can draw it (%#)", (inside) => {
      expect(clean(inside)).toContain("url(#a)");
    });

    it.each([
      '<path d="M0 500H1000" stroke-dasharray="2 4"/>'.repeat(1_000),
      `<path d="M${Array.from({ length: 20_000 }, (_, i) => `${400 + (i % 9)} ${300 + (i % 7)}`).join(" ")}z" stroke-dasharray="4"/>`,
      `<style>.a{stroke-width:2;stroke-dasharray:3,3}</style>${'<rect class="a" width="300" height="200"/>'.repeat(500)}`,
      '<line x2="100" y2="30" vector-effect="non-scaling-stroke" stroke-dasharray="2 2"/>'.repeat(40),
      `<path style="stroke-dasharray:none" d="M0 0${"l5 5".repeat(90_000)}"/>`,
    ])("with dashes as drawings have them stays (%#)", (inside) => {
      expect(clean(inside)).toContain("dasharray");
    });
  });

  it.each([
    ["<script>alert(1)</script>"],
    ["<SCRIPT>alert(1)</SCRIPT>"],
    ['<script href="https://evil.example/x.js"/>'],
    ["<g onload='alert(1)' onclick=alert(1)><path d='M0 0'/></g>"],
    [
      "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><iframe src='javascript:alert(1)'/></body></foreignObject>",
    ],
    ["<a href='javascript:alert(1)'><rect width='9'/></a>"],
    ["<a xlink:href='javascript:alert(1)'><rect width='9'/></a>"],
    ["<use href='https://evil.example/x.svg#a'/>"],
    ["<use xlink:href='data:image/svg+xml,alert'/>"],
    ["<image href='https://evil.example/x.png'/>"],
    ["<animate attributeName='href' to='javascript:alert(1)'/>"],
    ["<set attributeName='onmouseover' to='alert(1)'/>"],
    ["<rect fill='url(https://evil.example/x)'/>"],
    ["<rect style='background:url(//evil.example/x)'/>"],
    // XML holds no such signs, and without them it is an address.
    ["<rect fill='u\u0001rl(https://evil.example/x)'/>"],
    ["<rect style='background:u&#x1;rl(//evil.example/x)'/>"],
    ["<style>rect{fill:ur\ufffel(https://evil.example/x)}</style>"],
    ["<style>@import 'https://evil.example/x.css';</style>"],
    ["<style>rect{fill:url( 'https://evil.example/x' )}</style>"],
    ["<style>rect{fill:u\\72l(https://evil.example)}</style>"],
    ["<p><script>alert(1)</script></p><img src=x onerror=alert(1)>"],
    ["<![CDATA[<script>alert(1)</script>]]>"],
    ["<title><img src=x onerror=alert(1)></title>"],
    ["<!--<script>alert(1)</script>-->"],
    ["<?xml-stylesheet href='https://evil.example/x.css'?>"],
    ["<handler>alert(1)</handler><iframe src='https://evil.example'></iframe>"],
  ])("loses %s", (attack) => {
    const svg = clean(attack);
    expect(svg).not.toMatch(
      /<script|\son\w+=|javascript:|evil\.example|<image|<a\b|foreignObject|<animate|<set\b|<iframe|<img|<!--|<\?/i,
    );
    // Writing it again changes nothing, so nothing hides in its syntax.
    expect(cleanSvg(svg).svg).toBe(svg);
  });

  it.each([
    ["<svg/>", true],
    [
      "\uFEFF<?xml version='1.0'?>\n<!-- by hand -->\n<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'x'>\n<svg width='1'>",
      true,
    ],
    ["<!DOCTYPE svg [<!ENTITY a 'b'>]><svg>", false],
    ["<html><svg></svg></html>", false],
    ["a text about <svg>", false],
  ])("%j is one: %s", (text, expected) => expect(looksLikeSvg(text)).toBe(expected));

  it.each([
    ["comments and instructions", (times: number) => `<!----${"><!----><??><!----".repeat(times)}>`],
    ["blanks", (times: number) => `${" \n".repeat(times)}x`],
    ["comments without an end", (times: number) => "<!--".repeat(times)],
    ["a size", (times: number) => `<svg width="1${" ".repeat(times)}x"><g/></svg>`],
  ])("looks at %s in a time that grows with their number", (_what, text) => {
    const look = (times: number) => costOf(() => looksLikeSvg(text(times)) && cleanSvg(text(times))).cost;
    look(20_000);
    expect(look(40_000)).toBeLessThan(200);
  });

  it.each([":has(~ .a)", "g:HAS(.a)", ".a ~ *", ":nth-last-child(2n of .a)"])(
    "loses a style for which browsers look through all for each: %s",
    (selector) => {
      expect(clean(`<style>${selector}{fill:red}</style><g/>`)).not.toContain("style");
      expect(clean(`<style>[class~="a"] > g + .b:nth-child(2n){fill:red}</style><g/>`)).toContain("fill:red");
    },
  );

  it("says its size, or a browser's own", () => {
    const size = (attributes: string) => {
      const { width, height } = cleanSvg(`<svg ${attributes}><g/></svg>`);
      return [width, height];
    };
    expect(size('width="10" height="20px"')).toEqual([10, 20]);
    expect(size('viewBox="0 0 30 15"')).toEqual([30, 15]);
    expect(size('width="60" viewBox="0 0 30 15"')).toEqual([60, 30]);
    expect(size('width="100%"')).toEqual([300, 150]);
    expect(size('width="-1" height="1e9"')).toEqual([300, 150]);
  });

  it("is refused where there is none, or it is nested without end", () => {
    expect(() => cleanSvg("<p>no</p>")).toThrow(/no drawing/);
    expect(() => cleanSvg(`<svg>${"<g>".repeat(100_000)}`)).toThrow(/nested/);
  });
});

it("holds no character that XML cannot hold, however it came in", () => {
  const signs = ["\u0001", "\u000b", "\u001f", "\ufffe", "&#1;", "&#x1F;", "&#xFFFE;", "&#xD800;", "\u0085"];
  for (const sign of signs) {
    const drawn = clean(
      `<title>a${sign}b</title><text aria-label="a${sign}b">a${sign}b</text><style>/* ${sign} */</style>`,
    );
    expect(drawn).not.toMatch(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u);
    expect(drawn).not.toMatch(/&#(?!x26;|x3C;|x3E;|x22;|xD;)/i);
    expect(drawn).toContain("<text");
  }
});

it("holds the end of a CDATA section nowhere, which XML allows in no text", () => {
  for (const end of ["]]>", "]]&gt;", "]]&#62;"]) {
    const drawn = clean(
      `<title>a${end}b</title><text aria-label="a${end}b">a${end}b</text><style>/* ${end} */</style>`,
    );
    expect(drawn).not.toContain("]]>");
    expect(drawn).toMatch(/<title>a]]&#x3E;b<\/title><text aria-label="a]]&#x3E;b">a]]&#x3E;b<\/text>/);
    expect(cleanSvg(drawn).svg).toBe(drawn);
  }
});

it("whose tree would be far larger than its text is refused, before it is made", () => {
  // A parser opens unclosed formatting again in each paragraph: 50 KB make millions of elements.
  const bomb = `<svg><foreignObject><p>${Array.from({ length: 1000 }, (_, i) => `<b id=${i}>`).join("")}${"<p>x</p>".repeat(4000)}</foreignObject></svg>`;
  const { cost } = costOf(() => expect(() => cleanSvg(bomb)).toThrow(/nested/));
  expect(cost).toBeLessThan(1000);
});
