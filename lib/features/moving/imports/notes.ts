import { importedJournals } from "../../journals/importing";
import { AppError } from "../../../core/errors";
import { MOST_HTML, MOST_SOURCE } from "../../journals/schema";
import type { JournalRecord } from "../records";
import { type Bodies, renderBody } from "./bodies";
import { datesOf } from "./dates";
import { clean } from "./fields";
import { countable } from "./fitting";
import type { Run } from "./run";
import { planSimple } from "./simple";
import type { Plan } from "./plan";

/** Lists hold notes whole, so that longer ones would fill the memory of whoever makes a list. */
const tooLong = () =>
  new AppError(
    "invalid",
    `its text is longer than ${MOST_SOURCE.toLocaleString("en-US")} characters, the most of a note`,
  );

/** Takes in a journal. */
export async function planJournal(run: Run, record: JournalRecord, bodies: Bodies): Promise<Plan> {
  const { source, startTime, author } = run.facts;
  if (record.originalContent.length > MOST_SOURCE || (record.keptHtml?.length ?? 0) > MOST_HTML) throw tooLong();
  const { createTime, warnings: dated } = datesOf(record, source, startTime);
  const settled = await bodies.settle(
    { ...record, editorType: "MARKDOWN" as const, originalContent: clean(record.originalContent) },
    undefined,
    createTime,
  );
  const { text } = await renderBody(settled.body);
  if (text.columns.content.length > MOST_HTML) throw tooLong();
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
        likes: countable(record.likes),
        sourceContent: settled.body.originalContent,
        content: text.columns.content,
      };
    },
    kept: ["likes", "authorId"],
    cacheKeys: (id) => ["journals", `journal:${id}`],
  });
}
