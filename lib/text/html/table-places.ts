import type { Element } from "hast";
import type { Findings } from "./findings";

/**
 * Places of a text's tables beyond two for each cell. Browsers lay out each place of a table, where a cell may span
 * 1,000 columns and all rows: five kilobytes of such cells let every page that shows them stand still for ten seconds.
 */
const MOST_PLACES = 20_000;
/** What browsers take a larger span for. */
const [MOST_COLUMNS, MOST_ROWS] = [1_000, 65_534];

/** The elements of a table in their order, without those of tables in it. */
function* partsOf(node: Element): Generator<Element> {
  for (const child of node.children)
    if (child.type === "element" && child.tagName !== "table") {
      yield child;
      yield* partsOf(child);
    }
}

const isCell = ({ tagName }: Element): boolean => tagName === "td" || tagName === "th";

/** A span as browsers read it: by the digits that it begins with. */
function spanOf(value: unknown, most: number): number {
  const span = Number.parseInt(String(value), 10);
  return span >= 0 ? Math.min(span, most) : 1;
}

/** How many places a table has beyond two for each cell, or a few more. */
export function placesBeyond(table: Element): number {
  let [rows, cells, widest, declared] = [0, 0, 0, 0];
  /** Columns that cells of earlier rows take, of cells of this row that go on below it, and of its own. */
  let [above, below, own] = [0, 0, 0];
  const ending = new Map<number, number>();
  for (const part of partsOf(table)) {
    const { tagName, properties } = part;
    if (tagName === "col") declared += spanOf(properties.span, MOST_COLUMNS) || 1;
    if (tagName === "colgroup" && properties.span !== undefined) declared += spanOf(properties.span, MOST_COLUMNS) || 1;
    if (tagName === "tr") {
      rows += 1;
      above += below - (ending.get(rows) ?? 0);
      [below, own] = [0, 0];
    }
    if (!isCell(part)) continue;
    const columns = spanOf(properties.colSpan, MOST_COLUMNS) || 1;
    // None means: as far as there are rows.
    const end = rows + (spanOf(properties.rowSpan, MOST_ROWS) || MOST_ROWS);
    cells += 1;
    own += columns;
    widest = Math.max(widest, above + own);
    if (end === rows + 1) continue;
    below += columns;
    ending.set(end, (ending.get(end) ?? 0) + columns);
  }
  return rows * Math.max(widest, declared) - 2 * cells;
}

function dropSpans(table: Element): void {
  for (const { properties } of partsOf(table)) {
    delete properties.colSpan;
    delete properties.rowSpan;
    delete properties.span;
  }
}

/**
 * Takes the spans out of a table that has too many places with those of its text; false where it has too many even so.
 */
export function fitTable(element: Element, findings: Findings): boolean {
  if (element.tagName !== "table") return true;
  const left = MOST_PLACES - findings.places;
  if (placesBeyond(element) > left) dropSpans(element);
  const places = Math.max(0, placesBeyond(element));
  if (places > left) return false;
  findings.places += places;
  return true;
}
