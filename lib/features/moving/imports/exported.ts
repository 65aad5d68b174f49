import type { Context } from "../../../core/operation";
import type { ImportedText } from "../../writing/importing";
import type { Text } from "../../writing/texts";
import type { Exported, ExportedRevision, ForeignRecord, SourceKey, TextRecord } from "../records";
import { renderBody } from "./bodies";
import { fittingColumns } from "./fitting";
import type { Run } from "./run";

/** Columns that name whom a record belongs to. */
const ownerColumns = ["authorId", "uploaderId"];

/** The records here that columns of our own export name; one that was not taken in is none. */
async function resolved(
  run: Run,
  { db }: Pick<Context, "db">,
  references: Readonly<Record<string, SourceKey | null>>,
): Promise<Record<string, number | null>> {
  const ids: Record<string, number | null> = {};
  for (const [name, key] of Object.entries(references)) {
    const id = key === null ? null : await run.idOf(db, key.kind, key.source);
    // Everything belongs to one account where that was asked for, and what belonged to a missing one does.
    const isOwned = ownerColumns.includes(name) && (key !== null || run.facts.choices.author !== undefined);
    ids[name] = id !== null && id > 0 ? id : isOwned ? run.facts.author.id : null;
  }
  return ids;
}

/** The columns of a record, with those that our own export has as they were there, as far as they may be so here. */
export async function withExported(
  run: Run,
  context: Pick<Context, "db">,
  { kind, exported }: ForeignRecord,
  values: Record<string, unknown>,
  warnings: string[],
): Promise<{ values: Record<string, unknown>; dates: { createTime?: Date; updateTime?: Date } }> {
  if (!exported) return { values, dates: {} };
  const { createTime, updateTime, ...columns } = fittingColumns(kind, exported.columns, warnings);
  return {
    values: { ...values, ...columns, ...(await resolved(run, context, exported.references)) },
    dates: {
      ...(createTime instanceof Date && { createTime }),
      ...(updateTime instanceof Date && { updateTime }),
    },
  };
}

/** The account that a text of our own export belongs to: as there, or whoever everything is to belong to. */
export async function exportedAuthor(
  run: Run,
  context: Pick<Context, "db">,
  record: ForeignRecord,
): Promise<number | null> {
  const { authorId = null } = await resolved(run, context, record.exported?.references ?? {});
  return authorId;
}

type Revision = ExportedRevision & { text: Text };

/** Renders the earlier texts of a record of our own export. */
export async function renderRevisions(exported: Exported | undefined): Promise<Revision[]> {
  const rendered = [];
  for (const revision of exported?.revisions ?? [])
    rendered.push({ ...revision, text: (await renderBody(revision)).text });
  return rendered;
}

/** What our own export says of a text beside what others say, as far as it may be so here. */
export async function exportedText(
  run: Run,
  { db }: Pick<Context, "db">,
  { kind, exported }: TextRecord,
  revisions: readonly Revision[],
  warnings: string[],
): Promise<Pick<ImportedText, "exported">> {
  if (!exported) return {};
  const earlier = [];
  for (const { version, title, author, createTime, text } of revisions) {
    const authorId = author === null ? null : await run.idOf(db, "user", author);
    earlier.push({ version, title, createTime, text, authorId: authorId !== null && authorId > 0 ? authorId : null });
  }
  const { columns, slugs = [] } = exported;
  return {
    exported: { columns: fittingColumns(kind, columns, warnings), slugs: [...slugs], revisions: earlier },
  };
}
