import { clean } from "./fields";
import type { CommentRecord, ForeignRecord, Unread } from "../records";
import { type OpenSource, SourceEnd } from "../reading";
import { weightOf } from "../sources/bounding";

/** What is never parted by a commit: a record, and the comments below it as far as they are few. */
export type Group = {
  head: ForeignRecord | Unread | null;
  comments: CommentRecord[];
  /** Comments on a text that cannot be taken in, which the reader itself left out, and so on. */
  unread: Unread[];
  /** Whether more comments of the same text follow, and whether this group goes on with one. */
  goesOn: boolean;
  continues: boolean;
  target: { kind: "post" | "sheet" | "journal"; source: string } | null;
};

/** The most comments that are written with their text in one transaction, and their characters. */
const [MOST_COMMENTS, MOST_CHARACTERS] = [1000, 2 * 1024 ** 2];

const isRead = (record: ForeignRecord | Unread): record is ForeignRecord =>
  !("skipped" in record || "failed" in record);

const groupOf = (head: Group["head"], target: Group["target"], continues: boolean): Group => ({
  head,
  comments: [],
  unread: [],
  goesOn: false,
  continues,
  target,
});

/** The records of a source as far as they are whole, and then what its end was, where it comes too early. */
async function* untilEnd(source: OpenSource): AsyncGenerator<ForeignRecord | Unread | SourceEnd> {
  try {
    for await (const record of source.records()) yield { ...record, source: clean(record.source) };
  } catch (error) {
    if (!(error instanceof SourceEnd)) throw error;
    yield error;
  }
}

/** Joins texts and journals with the comments that follow them. */
export async function* groupsOf(source: OpenSource): AsyncGenerator<Group> {
  let open: Group | null = null;
  /** Characters of the open group's comments. */
  let size = 0;
  for await (const record of untilEnd(source)) {
    if (record instanceof SourceEnd) {
      // The last text was read whole, too.
      if (open) yield open;
      throw record;
    }
    if (open && record.kind === "comment") {
      if (!isRead(record)) {
        open.unread.push(record);
        continue;
      }
      if (record.target.kind === open.target?.kind && record.target.source === open.target.source) {
        if (open.comments.length >= MOST_COMMENTS || (open.comments.length > 0 && size > MOST_CHARACTERS)) {
          open.goesOn = true;
          yield open;
          open = groupOf(null, open.target, true);
          size = 0;
        }
        size += weightOf(record);
        open.comments.push(record);
        continue;
      }
    }
    if (open) yield open;
    [open, size] = [null, 0];
    if (record.kind === "comment") {
      const alone = groupOf(null, isRead(record) ? record.target : null, true);
      if (isRead(record)) alone.comments.push(record);
      else alone.unread.push(record);
      if (isRead(record)) open = alone;
      else yield alone;
    } else if (isRead(record) && (record.kind === "post" || record.kind === "sheet" || record.kind === "journal"))
      open = groupOf(record, { kind: record.kind, source: record.source }, false);
    else yield groupOf(record, null, false);
  }
  if (open) yield open;
}

export { isRead };

/** Every record of a group. */
export const recordsIn = ({ head, comments, unread }: Group): (ForeignRecord | Unread)[] => [
  ...(head ? [head] : []),
  ...comments,
  ...unread,
];

/** The characters of a group, in all fields: names and values of some are longer than their texts. */
export const sizeOf = (group: Group): number => recordsIn(group).reduce((sum, record) => sum + weightOf(record), 0);

/** What a record is called in a report. */
export function titleOf(record: ForeignRecord | Unread): string {
  if ("title" in record) return record.title;
  if ("name" in record) return record.name;
  if ("username" in record) return record.username;
  if ("from" in record) return record.from;
  if ("author" in record) return record.author;
  return record.source;
}
