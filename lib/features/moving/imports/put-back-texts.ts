import type { importRecords } from "../../../../db/schema";
import { engine } from "../../../core/operation";
import { type Row, rowsWith } from "../../renewals/queries";
import { renewedTexts } from "../../renewals/rendering";
import { storeNamed, stores } from "../../renewals/stores";

type RecordRow = typeof importRecords.$inferSelect;

const storeOf = (kind: string) =>
  kind === "comment" ? storeNamed("comments") : stores.find((each) => each.kind === kind);

/**
 * A record of an import whose undo puts only HTML back that this program makes now. What was noted may be from a backup,
 * which anybody may have made. To be called before the transaction.
 */
export async function withTextsRenewed(record: RecordRow): Promise<RecordRow> {
  const { replaced, recordId, kind } = record;
  const store = storeOf(kind);
  if (!replaced || recordId === null || !store || store.texts.length === 0) return record;
  const columns = { ...(replaced.columns as Record<string, unknown>) };
  for (const { html } of store.texts)
    if (Object.hasOwn(columns, html) && typeof columns[html] !== "string" && columns[html] !== null) columns[html] = "";
  const [there] = await rowsWith(store, engine().reader, [recordId]);
  // As it will be, since what is noted are the columns that differed.
  const after = { ...there, ...columns, id: recordId } as Row;
  for (const { column, html, derived } of await renewedTexts(store, [after], { isForeign: true, log: () => undefined }))
    if (Object.hasOwn(columns, column)) Object.assign(columns, derived, { [column]: html });
  return { ...record, replaced: { ...replaced, columns } };
}
