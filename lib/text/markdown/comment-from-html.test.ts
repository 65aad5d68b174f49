import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainTextOf } from "../html/plain-text";
import { renderComment } from "./comment";
import { commentFromHtml } from "./comment-from-html";

const shown = (html: string) => renderComment(commentFromHtml(html)).html;
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

describe("a comment's HTML as its small Markdown", () => {
  it.each([
    ["<p>One<br>two</p><p>three</p>", "One\ntwo\n\nthree"],
    [
      '<p>A <strong>b</strong>, <em>c</em> and <a href="https://e.example/">d</a>.</p>',
      "A **b**, *c* and [d](https://e.example/).",
    ],
    ["<h2>Head</h2><p>x</p>", "Head\n\nx"],
    ['<p><img src="https://e.example/a.png" alt="A"></p>', "[A](https://e.example/a.png)"],
    ["<ul><li>a</li><li>b</li></ul>", "- a\n- b"],
    ["<script>alert(1)</script>x", "x"],
    ["<p>- <em> </em></p>", "\\-"],
    ["see https://e.example/a_b_c", "see <https://e.example/a_b_c>"],
  ])("%s", (html, markdown) => {
    expect(commentFromHtml(html)).toBe(markdown);
  });

  it("shows text of any signs as the same text", () => {
    const signs = fc.constantFrom(
      "*",
      "_",
      "`",
      "[",
      "]",
      "(",
      ")",
      "<",
      ">",
      "#",
      "-",
      "+",
      "~",
      "=",
      "1.",
      "2)",
      "&",
      "&amp;",
      "\\",
      "!",
      "|",
      ":",
      "a",
      "b c",
      "\n",
      " ",
      "é",
      "中",
    );
    fc.assert(
      fc.property(
        fc.array(signs, { maxLength: 30 }).map((parts) => parts.join("")),
        (text) => {
          const html = `<p>${escaped(text)}</p>`;
          expect(plainTextOf(shown(html))).toBe(plainTextOf(html));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("shows simple marks around the same words", () => {
    const word = fc.constantFrom("a", "b*c", "d_e", " ", "f.", "&lt;", "g", "1. ", "- ");
    const part = fc.oneof(
      word,
      fc.tuple(fc.constantFrom("em", "strong", "b", "i", "u"), word).map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
      fc.constant("<br>"),
      fc.constant('<a href="https://e.example/">x</a>'),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 12 }).map((parts) => `<p>${parts.join("")}</p>`),
        (html) => {
          expect(plainTextOf(shown(html)).replace(/\s/g, "")).toBe(plainTextOf(html).replace(/\s/g, ""));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("takes a comment that is nested deeply as its words", () => {
    expect(commentFromHtml(`${"<blockquote>".repeat(5000)}x *y*`)).toBe("x \\*y\\*");
  });
});
