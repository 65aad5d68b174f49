import type { ForeignRecord, RecordKind, TextRecord, Unread } from "../records";
import type { Reader, ReadingChoices } from "../reading";

/** What somebody chooses who chooses nothing. */
export const choicesFor = (path: string, more: Partial<ReadingChoices> = {}): ReadingChoices => ({
  path,
  media: null,
  site: null,
  as: "richtext",
  members: "private",
  taxonomies: [],
  types: {},
  pingbacks: false,
  primaryTagAsCategory: false,
  dialect: null,
  slugFrom: "file",
  authorMap: {},
  ...more,
});

/** Everything that a reader makes of a source. */
export async function readAll(reader: Reader, path: string, more: Partial<ReadingChoices> = {}) {
  const source = await reader.open(choicesFor(path, more));
  const records: (ForeignRecord | Unread)[] = [];
  for await (const record of source.records()) records.push(record);
  const isRead = (record: ForeignRecord | Unread): record is ForeignRecord =>
    !("skipped" in record) && !("failed" in record);
  return {
    source,
    records,
    left: source.left(),
    /** The records of one kind that were read. */
    of: <K extends RecordKind>(kind: K) =>
      records.filter((record) => record.kind === kind && isRead(record)) as (K extends "post" | "sheet"
        ? TextRecord
        : Extract<ForeignRecord, { kind: K }>)[],
    /** Those that were skipped or failed, with the reason. */
    unread: records.flatMap((record) =>
      "skipped" in record
        ? [[record.source, `skipped: ${record.skipped}`]]
        : "failed" in record
          ? [[record.source, `failed: ${record.failed}`]]
          : [],
    ),
  };
}
