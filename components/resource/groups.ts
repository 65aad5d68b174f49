/** Neighbours under the same heading; without `groupOf`, all under none. */
export function groupsOf<R>(rows: readonly R[], groupOf: ((row: R) => string | null) | undefined) {
  const groups: { heading: string | null; rows: R[] }[] = [];
  for (const row of rows) {
    const heading = groupOf ? groupOf(row) : null;
    const last = groups.at(-1);
    if (last && last.heading === heading) last.rows.push(row);
    else groups.push({ heading, rows: [row] });
  }
  return groups;
}
