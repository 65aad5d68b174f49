import type { Context } from "../../../core/operation";
import type { ImportedText } from "../../writing/importing";
import type { WholeRow } from "../../writing/rows";
import type { TextRecord } from "../records";
import { withAddresses } from "../../../text/markdown/addresses-in";
import type { Bodies } from "./bodies";
import { hadWarnings, recallFile, type Remembered } from "./memory";
import type { Run } from "./run";
import { textsOf } from "./text-tables";

/** What an earlier import remembers of a text. */
export async function knownText(run: Run, record: TextRecord): Promise<Remembered | null> {
  const { origin, kind } = run.facts;
  const known = await run.recall(run.reader(), record.kind, record.source);
  if (known || kind !== "markdown" || record.kind !== "post") return known;
  const file = await recallFile(run.reader(), record.source);
  return file
    ? {
        origin,
        kind: record.kind,
        source: record.source,
        hash: file.hash,
        given: {},
        recordKind: "post",
        recordId: file.postId,
        mark: "",
        madeBy: null,
        writtenBy: 0,
      }
    : null;
}

/** The record at the address that equals what an import would make, such as of a file that has moved. */
export async function copyAt(run: Run, { db }: Context, record: TextRecord, slug: string, whole: ImportedText) {
  if (run.facts.kind !== "markdown" || record.slug === "" || record.slugFrom === "title") return null;
  const at = await textsOf[record.kind].atSlug(db, slug);
  // Links to other texts of the source lead to them here by now.
  const bare = (originalContent: string) =>
    withAddresses({ editorType: "MARKDOWN", originalContent, keptHtml: null }, () => "").originalContent;
  if (!at || at.title !== whole.title) return null;
  return bare(at.originalContent) === bare(whole.text.columns.originalContent) ? at : null;
}

type Unchanged = { record: TextRecord; known: Remembered; there: WholeRow };

/**
 * The fields of an unchanged text that show files which were missing when it was taken in, and are found now. What
 * somebody has written here since is theirs.
 */
export async function foundSince(run: Run, bodies: Bodies, { record, known, there }: Unchanged): Promise<string[]> {
  if (known.mark !== `v${there.version}` || !(await hadWarnings(run.reader(), known))) return [];
  const { createTime } = there;
  const body = await bodies.settle(
    { ...there, keptHtml: there.keepRaw ? there.content : null },
    record.base,
    createTime,
  );
  const cover = await bodies.settleAddress(there.thumbnail || record.thumbnail, record.base, createTime);
  const hasCover = cover.address !== "" && cover.address !== there.thumbnail && cover.warnings.length === 0;
  return [...(body.hasFiles ? ["body"] : []), ...(hasCover ? ["thumbnail"] : [])];
}
