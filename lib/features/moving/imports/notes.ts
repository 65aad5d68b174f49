import { importedJournals } from "../../journals/importing";
import { AppError } from "../../../core/errors";
import { MAX_SOURCE } from "../../../text/markdown/source";
import type { JournalRecord } from "../records";
import { type Bodies, renderBody } from "./bodies";
import { datesOf } from "./dates";
import { clean } from "./fields";
import type { Run } from "./run";
import { planSimple } from "./simple";
import type { Plan } from "./plan";

/** Takes in a journal. */
export async function planJournal(run: Run, record: JournalRecord, bodies: Bodies): Promise<Plan> {
  const { source, startTime, author } = run.facts;
  if (record.originalContent.length > MAX_SOURCE) throw new AppError("invalid", "its text is longer than 2 MiB");
  const { createTime, warnings: dated } = datesOf(record, source, startTime);
  const settled = await bodies.settle(
    { ...record, editorType: "MARKDOWN" as const, originalContent: clean(record.originalContent) },
    undefined,
    createTime,
  );
  const { text } = await renderBody(settled.body);
  if (text.columns.content.trim() === "") throw new AppError("invalid", "it is empty");
  const title = text.columns.excerpt.slice(0, 80);
  return planSimple(run, record, {
    store: importedJournals,
    title,
    createTime,
    values: async (_context, warnings) => {
      warnings.push(...dated, ...settled.warnings);
      return {
        type: record.visibility,
        authorId: author.id,
        keepRaw: record.keptHtml !== null,
        likes: Math.max(0, Math.trunc(record.likes)),
        sourceContent: settled.body.originalContent,
        content: text.columns.content,
      };
    },
    kept: ["likes", "authorId"],
    cacheKeys: (id) => ["journals", `journal:${id}`],
  });
}
