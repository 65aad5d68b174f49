import { describe, expect, it } from "vitest";
import { costOf } from "../testing/cost";
import { type Strength, strengthOf } from "./password-strength";

const known = ["ada", "Ada Lovelace", "ada@example.org", "The Daily Test"];

describe("the strength of a password", () => {
  it.each<[string, Strength]>([
    ["", "short"],
    ["1234567", "short"],
    ["密码密码密码密", "short"],
    ["aaaaaaaaaaaaaaaa", "pattern"],
    ["12345678", "pattern"],
    ["1234567890987654321", "pattern"],
    ["abcabcabcabcabc", "pattern"],
    ["qwertyuiop", "pattern"],
    ["asdfghjkl2024", "pattern"],
    ["tidetidetide", "pattern"],
    ["lovelace1815", "own"],
    ["L0velace!!", "own"],
    ["adaExample7", "own"],
    ["password", "common"],
    ["P@ssw0rd2024!", "common"],
    ["Welcome123!", "common"],
    ["iloveyou77", "common"],
    ["letmein-admin", "common"],
    ["kettle9stove", "fair"],
    ["x7#mQ2pL", "fair"],
    ["a kettle on the stove", "good"],
    ["correct horse battery", "good"],
    ["analytical engine", "good"],
    ["潮水慢慢转向的码头", "good"],
    ["Tr4velling-l1ght-by-night", "good"],
  ])("of %j is %s", (password, strength) => expect(strengthOf(password, known)).toBe(strength));

  it("takes the longest password in no time", () => {
    const { cost } = costOf(() => {
      for (const letter of ["a", "ab", "a1", "密", "😀", "abcdefghij"])
        strengthOf(letter.repeat(100), ["x".repeat(255), "a.*b+(", ...known]);
    });
    expect(cost).toBeLessThan(500);
  });
});
