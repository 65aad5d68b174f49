import { describe, expect, it } from "vitest";
import { lossesBetween } from "./losses";

const nothing = { elements: [], isWordsDifferent: false };

describe("what is lost between two renderings", () => {
  it("is nothing where readers see the same", () => {
    expect(lossesBetween("<p>a <b>b</b></p>", "<p>a\n<strong>b</strong></p>")).toEqual(nothing);
    expect(lossesBetween("<ul><li><p>a</p></li></ul>", "<ul><li>a</li></ul>")).toEqual(nothing);
    expect(lossesBetween("<em>a <strong>b</strong></em>", "<em>a </em><strong><em>b</em></strong>")).toEqual(nothing);
  });

  it("names elements, marks, addresses and alignments that are gone", () => {
    expect(lossesBetween("<p>a</p><table></table><hr><hr>", "<p>a</p><hr>").elements).toEqual([
      { tag: "table", count: 1 },
      { tag: "hr", count: 1 },
    ]);
    expect(lossesBetween("<p>H<sub>2</sub>O</p>", "<p>H2O</p>").elements).toEqual([{ tag: "sub", count: 1 }]);
    expect(lossesBetween('<a href="/a">x</a>', '<a href="/b">x</a>').elements).toEqual([{ tag: "a", count: 1 }]);
    expect(lossesBetween('<p class="align-center">x</p>', "<p>x</p>").elements).toEqual([
      { tag: "align-center", count: 1 },
    ]);
  });

  it("says that words are different", () => {
    expect(lossesBetween("<p>one two</p>", "<p>one</p>")).toEqual({ elements: [], isWordsDifferent: true });
  });
});
