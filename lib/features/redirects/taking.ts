import { eq, inArray } from "drizzle-orm";
import type { Database } from "../../../db";
import { missedAddresses, ownRedirects } from "../../../db/schema";
import { someAtOnce } from "../../core/at-once";
import { AppError } from "../../core/errors";
import { slices } from "../../core/parts";
import { addressOf, readOptions } from "../../services/settings/reading";
import { recordReferences } from "../references/recording";
import { checkedColumns, type Columns, refuseTooMany } from "./storing";
import { type TableLine, wrongLine } from "./table";

/** Rows per statement, and rows after which others are answered. */
const [AT_ONCE, IN_A_ROW] = [50, 20];

/** What a refusal of one line says of the table. */
function ofLine({ line }: TableLine, thrown: unknown): unknown {
  return thrown instanceof AppError && thrown.extra.errors ? wrongLine(line, thrown) : thrown;
}

/** Two redirects from one address: for it alone, and for what is below it. */
const nameOf = ({ source, below }: Pick<Columns, "source" | "below">) => `${below} ${source}`;

function columnsIn(lines: readonly TableLine[], site: string): Map<string, Columns> {
  const wanted = new Map<string, Columns>();
  for (const each of lines) {
    const { line: _line, ...given } = each;
    try {
      const columns = checkedColumns(given, { site });
      wanted.set(nameOf(columns), columns);
    } catch (thrown) {
      throw ofLine(each, thrown);
    }
  }
  return wanted;
}

/**
 * Stores the redirects of a table, a few at a time, between which others are answered. Of several lines with one address
 * the last counts.
 */
export async function storeTable(db: Database, lines: readonly TableLine[], now: Date) {
  const wanted = [...columnsIn(lines, addressOf(await readOptions(db)))];
  const there = new Map((await db.select().from(ownRedirects)).map((row) => [nameOf(row), row]));
  const fresh = wanted.flatMap(([name, columns]) => (there.has(name) ? [] : [columns]));
  const changed = wanted.flatMap(([name, columns]) => {
    const row = there.get(name);
    return row && (row.target !== columns.target || row.status !== columns.status) ? [{ id: row.id, columns }] : [];
  });
  if (fresh.length > 0) refuseTooMany(there.size + fresh.length - 1);

  const stored: { id: number; columns: Columns; isNew: boolean }[] = [];
  for (const some of slices(fresh, AT_ONCE)) {
    await new Promise(setImmediate);
    const rows = await db
      .insert(ownRedirects)
      .values(some.map((columns) => ({ ...columns, createTime: now, updateTime: now })))
      .returning();
    for (const row of rows) stored.push({ id: row.id, columns: row, isNew: true });
  }
  await someAtOnce(changed, ({ id, columns }) =>
    db
      .update(ownRedirects)
      .set({ ...columns, updateTime: now })
      .where(eq(ownRedirects.id, id)),
  );
  stored.push(...changed.map((each) => ({ ...each, isNew: false })));
  for (const some of slices(stored, IN_A_ROW)) {
    await new Promise(setImmediate);
    await someAtOnce(some, ({ id, columns: { source, target }, isNew }) =>
      recordReferences(db, "redirect", id, { source, target }, { isNew }),
    );
    const sources = some.map(({ columns }) => columns.source);
    // What was missed at an address is found there from now on.
    await db.delete(missedAddresses).where(inArray(missedAddresses.path, sources));
  }
  return { created: fresh.length, changed: changed.length, same: wanted.length - fresh.length - changed.length };
}
