import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { writeSheet } from "./spreadsheet";

const columns = ["who", "what"];
const write = (...texts: string[]) =>
  writeSheet(
    texts.map((text) => ({ who: "Ada", what: text })),
    columns,
    true,
  );

/** A cell that a spreadsheet computes, in whichever way it takes the table apart. */
const computed = /(?:^|[,;\t\r\n])[\s"]*[=+@＝＋－＠-]/;

it.each([
  "=1+1",
  " =1+1",
  '"=1+1',
  "x;=cmd|'/C calc'!A0",
  'x;"=1+1;"',
  "x; =1+1",
  "x\t@SUM(A1)",
  "x\n-1+1",
  "x\r\n+1",
  "x;;＝1",
])("%j is never computed", (text) => {
  expect(write(text)).not.toMatch(computed);
});

it("no text is computed wherever spreadsheets take it apart, and every other one is as it was", () => {
  const text = fc
    .array(fc.constantFrom("=", "-", "+", "@", "＝", ";", "\t", "\n", "\r", '"', "'", " ", "a", "1", "é"))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
      const table = write(...texts);
      expect(table.replaceAll(",", " ")).not.toMatch(computed);
      const [, ...rows] = parse(table, { bom: true });
      expect(rows.map(([, what]) => what?.replaceAll("'", ""))).toEqual(texts.map((one) => one.replaceAll("'", "")));
    }),
  );
});
