import { describe, expect, it } from "vitest";
import { render } from "./render";

const rendered = async (originalContent: string) =>
  (await render({ editorType: "RICHTEXT", originalContent, keepRaw: false })).html;

const rows = (count: number, cells: string) => `<tr>${cells}</tr>`.repeat(count);

describe("the places of a text's tables, each of which browsers lay out", () => {
  it("are bounded: a table with more is without spans", async () => {
    for (const table of [
      rows(100, '<td colspan="1000" rowspan="65534">x</td>'),
      rows(200, '<td rowspan="65534">x</td>'),
      rows(200, '<td rowspan="0">x</td>'),
      rows(200, '<td rowspan="999 rows">x</td>'),
      rows(1, '<td colspan="1000">x</td>'.repeat(30)),
      `<colgroup span="1000"></colgroup><colgroup><col span="1000"></colgroup>${rows(20, "<td>x</td>")}`,
    ]) {
      const html = await rendered(`<table>${table}</table>`);
      expect(html).toContain("<td>x</td>");
      expect(html).not.toMatch(/span=/);
    }
  });

  it("stay as they are in a table for readers", async () => {
    const hours = '<td rowspan="12">x</td><td colspan="3">y</td>';
    for (const table of [rows(24, hours), `${rows(1, '<th colspan="100%">x</th>')}${rows(190, "<td>y</td>")}`])
      expect(await rendered(`<table>${table}</table>`)).toMatch(/rowspan="12"|colspan="100%?"/);
    const long = await rendered(`<table>${rows(300, "<td>x</td>".repeat(20))}${rows(200, "<th>y</th>")}</table>`);
    expect(long.match(/<tr>/g)).toHaveLength(500);
  });

  it("are bounded in all tables of a text together, and without spans as well", async () => {
    const one = `<table>${rows(30, '<td colspan="10" rowspan="65534">x</td>')}</table>`;
    expect((await rendered(one)).match(/rowspan/g)).toHaveLength(30);
    expect((await rendered(one.repeat(10))).match(/rowspan/g)?.length).toBeLessThan(100);
    const unequal = `<table>${rows(1, "<td>x</td>".repeat(500))}${rows(500, "<td>words</td>")}</table>`;
    const html = await rendered(unequal);
    expect(html).not.toContain("<table");
    expect(html).toContain("words");
  });
});
