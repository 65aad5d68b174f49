import type { Database } from "../../../../db";
import type { ImportedText } from "../../writing/importing";
import type { WholeRow } from "../../writing/rows";
import type { TextRecord } from "../records";
import { addressesInText, textWithAddresses } from "../../../services/rendering/renderer";
import type { Body } from "../../../text/markdown/addresses-in";
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

/** What stood at an address before a transaction, and whether that is what an import would make. */
export type Twin = { id: number; version: number; isCopy: boolean };

/** The record at an address was written since it was looked at; it is planned anew. */
class WrittenMeanwhile extends Error {}

/** Whether a text has its address from its file's name, so that it is the text that stands there or none. */
const hasOwnAddress = ({ facts }: Run, { slug, slugFrom }: TextRecord): boolean =>
  facts.kind === "markdown" && slug !== "" && slugFrom !== "title";

/**
 * The record at the address, and whether it equals what an import would make, such as of a file that has moved. Looked up
 * before the transaction, in which others would wait for two texts that are taken apart.
 */
export async function twinAt(
  run: Run,
  record: TextRecord,
  slug: string,
  { title, text }: Pick<ImportedText, "title" | "text">,
): Promise<Twin | null> {
  if (!hasOwnAddress(run, record)) return null;
  const at = await textsOf[record.kind].atSlug(run.reader(), slug);
  if (!at) return null;
  const isCopy = at.title === title && (await bare(at.originalContent)) === (await bare(text.columns.originalContent));
  return { id: at.id, version: at.version, isCopy };
}

/** The record at the address where it is a copy, in the transaction. */
export async function copyAt(
  { run, db }: { run: Run; db: Database },
  record: TextRecord,
  slug: string,
  twin: Twin | null,
): Promise<Twin | null> {
  if (!hasOwnAddress(run, record)) return null;
  const at = await textsOf[record.kind].atSlug(db, slug);
  if (at?.id !== twin?.id || at?.version !== twin?.version) throw new WrittenMeanwhile();
  return twin?.isCopy ? twin : null;
}

/** A text without its addresses: links to other texts of the source lead to them here by now. */
async function bare(originalContent: string): Promise<string> {
  const body: Body = { editorType: "MARKDOWN", originalContent, keptHtml: null };
  const none = [...(await addressesInText(body)).keys()].map((address) => [address, ""] as const);
  return (await textWithAddresses(body, new Map(none))).originalContent;
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
