import { describe, expect, it } from "vitest";
import { parseHtml } from "../../lib/text/html/parse-html";
import { docOf } from "./rich-from-html";

const rows = (count: number, cells: string) => `<tr>${cells}</tr>`.repeat(count);
const kindOf = (table: string) => docOf(parseHtml(`<table><tbody>${table}</tbody></table>`)).content?.[0]?.type;

describe("a table in rich text, each place of which gets a cell", () => {
  it("is one piece where it has far more places than cells, and can be edited otherwise", () => {
    const [wide, narrow] = ['<td colspan="100">x</td>'.repeat(100), "<td>x</td>"];
    expect(kindOf(rows(1, wide) + rows(100, narrow))).toBe("rawBlock");
    expect(kindOf(rows(1, narrow.repeat(300)) + rows(300, narrow))).toBe("rawBlock");
    expect(kindOf(rows(100, '<td rowspan="100">x</td>'))).toBe("rawBlock");
    expect(kindOf(rows(1, '<td colspan="5">x</td>') + rows(200, narrow.repeat(5)))).toBe("table");
    expect(kindOf(rows(24, '<td rowspan="12">x</td><td colspan="3">y</td>'))).toBe("table");
  });
});
