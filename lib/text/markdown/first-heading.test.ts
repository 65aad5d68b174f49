import { expect, it } from "vitest";
import { costOf } from "../../testing/cost";
import { firstHeading } from "./first-heading";

it.each([
  ["# Plain", "Plain"],
  ["# A *b* `c*d` **e** ~~f~~ ##", "A b c*d e f"],
  ['# [a](b "(c)") ![d](e) [f][g] [h] snake_case_word 2*3*4', "a d [f][g] [h] snake_case_word 234"],
  ["# Salt &amp; \\*pepper\\* {#salt}", "Salt & *pepper*"],
  ["# <b>Bold</b> <!-- x -->", "Bold"],
  ["Two\nlines\n===\nText", "Two lines"],
  ["```\n# code\n```\n\n# Then", "Then"],
  ["    # indented\n\n# Then", "Then"],
  ["> # quoted\n\n- # listed\n\n# Then", "Then"],
  ["<div>\n# html\n</div>\n\n# Then", "Then"],
  ["#\n\n# <br>\n\n# Then", "Then"],
  ["## Second\n\nText", undefined],
])("of %j the title is %j", (markdown, text) => expect(firstHeading(markdown)?.text).toBe(text));

it("is found in a time that grows with the text", () => {
  for (const part of [" ", "[", "\t", "{#", "](", "`", "*"])
    expect(costOf(() => firstHeading(`# a${part.repeat(20_000)}\n`)).cost).toBeLessThan(1_000);
});
