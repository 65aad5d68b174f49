import { breathing } from "../../../core/giving-way";
import type { Context } from "../../../core/operation";
import { commentHtml } from "../../../services/rendering/renderer";
import {
  countImported,
  findImported,
  insertComment,
  replaceComment,
  type StoredComment,
} from "../../comments/importing";
import type { CommentRecord } from "../records";
import { datesOf } from "./dates";
import { clean, fit } from "./fields";
import { fittingColumns } from "./fitting";
import { isFatal } from "./reasons";
import type { Run } from "./run";

/** The longest text of an imported comment, in characters, and the longest that a form takes. */
const MOST = 65_536;
const targetTypes = { post: "POST", sheet: "SHEET", journal: "JOURNAL" } as const;

/** Comments with every one after the one it replies to, where that is among them; no loop holds this up. */
function parentsFirst(records: readonly CommentRecord[]): CommentRecord[] {
  const bySource = new Map(records.map((record) => [record.source, record]));
  const done = new Set<CommentRecord>();
  for (const record of records) {
    const path: CommentRecord[] = [];
    const seen = new Set<CommentRecord>();
    for (
      let next: CommentRecord | undefined = record;
      next && !done.has(next) && !seen.has(next);
      next = next.parent === null ? undefined : bySource.get(next.parent)
    ) {
      seen.add(next);
      path.push(next);
    }
    for (const each of path.toReversed()) done.add(each);
  }
  return [...done];
}

export type Rendered = { record: CommentRecord; html: string; content: string; failed: string | null };

/** Renders comments before their transaction, a few at a time between other work of the process. */
export async function renderComments(records: readonly CommentRecord[]): Promise<Rendered[]> {
  const rendered: Rendered[] = [];
  const breathe = breathing();
  for (const record of parentsFirst(records)) {
    const content = clean(record.content).slice(0, MOST).toWellFormed();
    try {
      rendered.push({
        record,
        content,
        html: await commentHtml(content),
        // What this program has stored is no empty comment, even if nothing of it is seen.
        failed: (record.exported ? record.content : content).trim() === "" ? "it is empty" : null,
      });
    } catch (error) {
      if (isFatal(error)) throw error;
      rendered.push({
        record,
        content,
        html: "",
        failed: error instanceof Error ? error.message : "it cannot be rendered",
      });
    }
    await breathe();
  }
  return rendered;
}

/** Takes in the comments below one text, in the transaction of the batch; `id` is the text's number here. */
export async function writeComments(
  run: Run,
  context: Context,
  rendered: readonly Rendered[],
  id: number | null,
): Promise<string[]> {
  const [first] = rendered;
  if (!first) return [];
  const { db } = context;
  const { dryRun } = run.facts;
  const type = targetTypes[first.record.target.kind];
  const stored = new Map<string, StoredComment>();
  const cacheKeys: string[] = [];
  let visible = 0;
  const parentFor = async (record: CommentRecord, warnings: string[]): Promise<StoredComment | null> => {
    if (record.parent === null || record.parent === record.source) return null;
    const here = stored.get(record.parent);
    if (here) return here;
    const known = await run.recall(db, "comment", record.parent);
    const found = known && (await findImported(db, known.recordId));
    if (!found) warnings.push("the comment it replies to is not here; it stands at the top");
    return found;
  };
  const breathe = breathing();
  for (const { record, html, content, failed } of rendered) {
    // Readers of this process get a turn, while whoever writes waits for the text and its comments.
    await breathe();
    const { kind, source } = record;
    const warnings = [...record.warnings];
    const title = `${record.author}: ${content.slice(0, 60)}`;
    const note = (outcome: "skipped" | "failed", reason: string) =>
      run.note(context, { kind, source, outcome, reason, title, recordId: null, warnings });
    if (failed !== null) {
      await note("failed", failed);
      continue;
    }
    if (id === null) {
      await note("skipped", "its text is not here");
      continue;
    }
    const hash = run.hashOf(record);
    const known = await run.recall(db, kind, source);
    if (known) {
      const there = await findImported(db, known.recordId);
      if (!there) await note("skipped", "it was deleted here since; it is not brought back");
      else {
        stored.set(source, there);
        const isSame = known.hash === hash;
        const updateTime = new Date(Math.max(context.now.getTime(), there.updateTime.getTime() + 1));
        const isEdited = known.mark !== there.updateTime.toISOString();
        if (!isSame && isEdited) await note("skipped", "it was changed here since, and stays as it is");
        else {
          if (!isSame && !dryRun)
            cacheKeys.push(...(await replaceComment(db, there.id, { content, html, updateTime })));
          const before = { content: there.content, html: there.html, updateTime: there.updateTime };
          const { hash: oldHash, given, mark, writtenBy } = known;
          await run.note(
            context,
            {
              kind,
              source,
              title,
              recordId: there.id,
              warnings,
              outcome: isSame ? "unchanged" : "updated",
              ...(!isSame && {
                replaced: {
                  columns: before,
                  memory: {
                    hash: oldHash,
                    given,
                    mark,
                    writtenBy,
                  },
                },
              }),
            },
            isSame ? {} : { memory: { ...known, hash, mark: updateTime.toISOString() } },
          );
        }
      }
      continue;
    }
    const { createTime, warnings: dated } = datesOf(record, run.facts.source, run.facts.startTime);
    warnings.push(...dated);
    if (record.content.length > MOST) warnings.push("its text has more than 65,536 characters and was cut");
    const exportedTime = record.exported?.columns.updateTime;
    const updatedTime = exportedTime instanceof Date ? exportedTime : null;
    const parent = await parentFor(record, warnings);
    const user = record.user === null ? null : await run.idOf(db, "user", record.user);
    const userId = user !== null && user > 0 ? user : null;
    const values = {
      parent,
      status: record.status,
      userId,
      isAdmin: record.isAdmin,
      createTime,
      content,
      html,
      id: run.keptId("comment", source),
      ...(record.exported && { exported: fittingColumns(kind, record.exported.columns, warnings) }),
      author: fit(record.author.trim() || "Anonymous", 50, "author's name", warnings),
      email: /^[^\s@]+@[^\s@]+$/.test(record.email) ? clean(record.email).slice(0, 255) : "",
      authorUrl: /^https?:\/\/[^\p{Cc}]+$/iu.test(record.authorUrl) ? clean(record.authorUrl).slice(0, 511) : "",
      ipAddress: record.ipAddress === "" ? null : clean(record.ipAddress).slice(0, 64),
      userAgent: record.userAgent === "" ? null : clean(record.userAgent).slice(0, 512),
    };
    const made =
      dryRun || id < 0 ? { id: run.nextId(), rootId: null, visible: true } : await insertComment(db, type, id, values);
    stored.set(source, made);
    if (made.visible) visible += 1;
    await run.note(
      context,
      { kind, source, title, outcome: "imported", recordId: made.id, isMade: true, warnings },
      {
        memory: {
          hash,
          given: {},
          recordKind: "comment",
          recordId: made.id,
          mark: (updatedTime ?? createTime).toISOString(),
          madeBy: run.facts.id,
        },
      },
    );
  }
  if (id !== null && id > 0 && !dryRun) cacheKeys.push(...(await countImported(db, type, id, visible)));
  return cacheKeys;
}
