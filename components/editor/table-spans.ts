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
