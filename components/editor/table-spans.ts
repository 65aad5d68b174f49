import type { Element } from "hast";
import { placesBeyond } from "../../lib/text/html/table-places";
import { treeOf } from "./rich-tree";

/** The most columns or rows of one cell: the editor keeps each place of a table, and a billion hung the browser. */
const MOST_SPAN = 100;

/** Whether a cell of the editor can span so many columns or rows. */
export const isSpan = (span: number): boolean => Number.isInteger(span) && span >= 1 && span <= MOST_SPAN;

const span = (name: "colspan" | "rowspan") => ({
  default: 1,
  parseHTML: (cell: HTMLElement) => {
    const given = Number(cell.getAttribute(name) ?? 1);
    return isSpan(given) ? given : 1;
  },
});

/** The spans of a cell, of pasted HTML as well. */
export const spans = { colspan: span("colspan"), rowspan: span("rowspan") };

/** Places beyond two for each cell that a table of the editor has at most: it fills each of them with a cell. */
const MOST_PLACES = 2_000;

/** Whether a table has so many more places than cells that it is kept as one piece. */
export const isUneven = (table: Element): boolean => placesBeyond(table) > MOST_PLACES;

/** The same of one on the clipboard. */
export const isUnevenHere = (table: HTMLElement): boolean =>
  treeOf(table.outerHTML).children.some((each) => each.type === "element" && isUneven(each));
