/** Characters of HTML that a page of the list shows. A hundred of the longest notes took a browser 10 s. */
const MOST_SHOWN = 500_000;

/** Rows without the HTML of those that would make the page heavy, of which the list shows the beginning. */
export function light<R extends { content: string }>(rows: readonly R[]): R[] {
  let shown = 0;
  return rows.map((row) => ((shown += row.content.length) > MOST_SHOWN ? { ...row, content: "" } : row));
}
