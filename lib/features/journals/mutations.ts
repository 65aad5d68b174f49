import { eq } from "drizzle-orm";
import { columnsFrom } from "../../../db";
import { journals } from "../../../db/schema";
import { recordReferences } from "../references/recording";
import { type Actor, askerOf, authorizeEdit } from "../../core/access";
import { requireVersion } from "../../core/as-read";
import { invalid } from "../../core/errors";
import { nothing } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { Raced } from "../../core/races";
import { emptyText, textAfter } from "../writing/texts";
import { findJournal, getJournal } from "./queries";
import { journalRemoval } from "./removal";
import * as shape from "./schema";

const touched = (id: number) => ["journals", `journal:${id}`];

type Stored = { sourceContent: string; content: string; keepRaw: boolean };
type Given = { sourceContent: string; content?: string | null | undefined; keepRaw?: boolean | null | undefined };

/** The stored text: rendered from its source, or the given HTML where that is kept. */
async function textOf(before: Stored, { sourceContent, content, keepRaw }: Given, actor: Actor) {
  const given = {
    originalContent: sourceContent,
    ...(content !== undefined && { content }),
    ...(keepRaw !== undefined && { keepRaw }),
  };
  const text = await textAfter(
    { ...before, editorType: "MARKDOWN", originalContent: before.sourceContent },
    given,
    askerOf(actor),
  );
  if (!text?.columns.content.trim())
    throw invalid("sourceContent", "required", "Write something: a journal cannot be empty.");
  if (text.columns.content.length > shape.MOST_HTML)
    throw invalid(
      "sourceContent",
      "too_long",
      `Its HTML has more than ${shape.MOST_HTML} characters. Write a post instead.`,
    );
  const stored = { sourceContent, content: text.columns.content, keepRaw: text.columns.keepRaw };
  return { stored, known: { content: text.addresses } };
}

/** The result of a save before its transaction. */
const others = ["sourceContent", "content", "keepRaw", "type"] as const;

const isSame = (a: Stored, b: Stored): boolean =>
  a.sourceContent === b.sourceContent && a.content === b.content && a.keepRaw === b.keepRaw;

/** Creates a journal, PUBLIC by default. */
export const createJournal = mutation("createJournal", {
  can: "write journals",
  input: shape.newJournal,
  output: shape.journal,
  example: { sourceContent: "The mill turned for **an hour** today.", type: "PUBLIC" },
  touches: (_input, journal) => touched(journal.id),
  about: (_input, journal) => ({ subject: `journal:${journal.id}`, summary: journal.type }),
  prepare: (given, actor) => textOf({ ...emptyText, sourceContent: "" }, given, actor),
  run: async ({ db, actor, now }, given, { stored, known }) => {
    const [row] = await db
      .insert(journals)
      .values({
        ...columnsFrom(given, journals, others),
        ...stored,
        type: given.type ?? "PUBLIC",
        authorId: actor.id,
        createTime: now,
        updateTime: now,
      })
      .returning({ id: journals.id });
    if (!row) throw new Error("the journal was not stored");
    await recordReferences(db, "journal", row.id, stored, { isNew: true, known });
    return findJournal(db, actor, "dashboard", row.id);
  },
});

/** Changes the given fields. */
export const updateJournal = mutation("updateJournal", {
  can: "write journals",
  input: shape.journalChanges,
  output: shape.journal,
  example: { id: 1, sourceContent: "The mill turned for two hours today." },
  touches: ({ id }) => touched(id),
  about: ({ id }, journal) => ({ subject: `journal:${id}`, summary: journal.type }),
  prepare: async ({ id, expectedVersion: _version, ...given }, actor) => {
    const seen = await findJournal(engine().reader, actor, "dashboard", id);
    return { seen, text: await textOf(seen, given, actor) };
  },
  reread: (context, { id }) => getJournal.within(context, { id }),
  run: async ({ db, actor, now }, { id, type, expectedVersion, ...given }, { seen, text: { stored, known } }) => {
    const before = await findJournal(db, actor, "dashboard", id);
    authorizeEdit(actor, before);
    requireVersion("journal", expectedVersion, before, () => shape.journal.parse(before));
    if (!isSame(before, seen)) throw new Raced(`journal ${id} has another text now.`);
    await db
      .update(journals)
      .set({
        ...columnsFrom(given, journals, others),
        ...stored,
        // Null shows nothing to more people than before.
        type: type ?? before.type,
        updateTime: new Date(Math.max(now.getTime(), before.updateTime.getTime() + 1)),
      })
      .where(eq(journals.id, id));
    await recordReferences(db, "journal", id, stored, { known });
    return findJournal(db, actor, "dashboard", id);
  },
});

/** Deletes a journal and its comments. */
export const deleteJournal = mutation("deleteJournal", {
  can: "write journals",
  input: shape.journalRef,
  output: nothing,
  whenFull: true,
  touches: ({ id }) => touched(id),
  about: ({ id }) => ({ subject: `journal:${id}`, summary: "deleted" }),
  run: async (context, { id }) => {
    const { db, actor } = context;
    authorizeEdit(actor, await findJournal(db, actor, "dashboard", id));
    await journalRemoval.remove(context, [id]);
  },
});
