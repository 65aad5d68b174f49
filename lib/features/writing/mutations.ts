import { nothing } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { type Description, type FoundRecord, idOf, type RecordNumber, type Schemas } from "./description";
import type { Prepared } from "./preparing";
import { previewsOf } from "./previews";
import { previewLink } from "./revision-schema";
import { revisionsOf } from "./revisions";
import { staleAfter } from "./stale";
import { textAfter } from "./texts";
import { writingOf } from "./writing";

const savingSummary = "Saving with the status PUBLISHED or INTIMATE publishes; `autoSave` never does.";
const deletingSummary = "Moves to the recycle bin; what is there already, or with `permanent`, is deleted for good.";

/** The mutations of a collection. */
export function mutationsOf<N extends RecordNumber, F extends FoundRecord, S extends Schemas<N>>(
  description: Description<N, F, S>,
) {
  const { collection, examples, titles } = description;
  const { name, noun, can } = collection;
  /** Typed as this collection's own, not as any collection's. */
  const schema = <K extends keyof S>(key: K): S[K] => description.schemas[key];
  const writing = writingOf(description);
  const { touched } = staleAfter(collection);
  const revisions = revisionsOf(description);
  const previews = previewsOf(description);
  const subject = (id: number) => `${name}:${id}`;

  return {
    /** Creates one: a draft unless a status is given; PUBLISHED and INTIMATE publish it. */
    create: mutation(`create${noun}`, {
      can,
      input: schema("new"),
      output: schema("whole"),
      summary: savingSummary,
      example: examples.new,
      touches: (_input, record) => touched(null, record),
      about: (_input, { id, status, title }) => ({ subject: subject(id), summary: `${status} ${title}` }),
      silent: ({ autoSave }) => autoSave === true,
      prepare: writing.prepareNew,
      run: writing.create,
    }),

    /**
     * Changes what is given and leaves the rest. With a live status it publishes, the working text
     * included; with `autoSave` it touches nothing that readers see.
     */
    update: mutation(`update${noun}`, {
      can,
      input: schema("changes"),
      output: schema("whole"),
      summary: savingSummary,
      example: examples.changes,
      touches: ({ autoSave }, record, { before }) => (autoSave ? [] : touched(before, record)),
      about: (_input, { id, status, title }) => ({ subject: subject(id), summary: `${status} ${title}` }),
      silent: ({ autoSave }) => autoSave === true,
      prepare: (given, actor, last?: Prepared<F>) => writing.prepareText(idOf(given), given, actor, last),
      run: writing.update,
    }),

    /** Saves the text alone: of a draft its only one, of a live record the working text. */
    updateContent: mutation(`update${noun}Content`, {
      can,
      input: schema("textChanges"),
      output: schema("whole"),
      example: examples.textChanges,
      touches: () => [],
      silent: true,
      prepare: (given, actor, last?: Prepared<F>) => writing.prepareText(idOf(given), given, actor, last),
      run: (context, _given, prepared) => writing.updateText(context, prepared),
    }),

    /** Publishes, hides, recycles or restores; the text that readers see stays as it is. */
    setStatus: mutation(`set${noun}Status`, {
      can,
      input: schema("statusChange"),
      output: schema("whole"),
      about: ({ status }, { id, title }) => ({ subject: subject(id), summary: `${status} ${title}` }),
      prepare: (given, actor) => writing.prepareStatus(idOf(given), actor, given.status),
      touches: (_input, record, { before }) => touched(before, record),
      run: (context, { status }, prepared) => writing.setStatus(context, prepared, status),
    }),

    /** Moves one to the recycle bin; what is there already, or with `permanent`, is deleted for good. */
    remove: mutation(`delete${noun}`, {
      can,
      input: schema("removal"),
      output: nothing,
      summary: deletingSummary,
      about: (given) => ({
        subject: subject(idOf(given)),
        summary: given.permanent ? "deleted for good" : "deleted",
      }),
      prepare: (given, actor) => writing.prepareChange(idOf(given), actor),
      touches: ({ permanent }, _output, { before }) =>
        touched(before, permanent || before.status === "RECYCLE" ? null : { ...before, status: "RECYCLE" }),
      run: (context, { permanent }, prepared) => writing.remove(context, prepared, permanent),
    }),

    /** Returns to the text that readers see; the working text is kept as a revision. */
    discardWorkingText: mutation(titles.discardWorkingText, {
      can,
      input: schema("workingTextDiscard"),
      output: schema("whole"),
      touches: () => [],
      about: (_input, { id, title }) => ({ subject: subject(id), summary: `discarded changes of ${title}` }),
      prepare: (given, actor) => writing.prepareChange(idOf(given), actor, given.expectedVersion),
      run: (context, _input, prepared) => writing.discardWorkingText(context, prepared),
    }),

    /**
     * Takes an earlier text up again: as the text of a draft, as the working text of a live record, whose
     * readers see nothing of it until it is saved. What it replaces is kept as a revision.
     */
    restoreRevision: mutation(`restore${noun}Revision`, {
      can,
      input: schema("revisionRef"),
      output: schema("whole"),
      touches: () => [],
      about: ({ revisionId }, { id, title }) => ({
        subject: subject(id),
        summary: `revision ${revisionId} of ${title}`,
      }),
      prepare: async (given, actor) => {
        const revision = await revisions.getRevision(engine().reader, actor, idOf(given), given.revisionId);
        const text = await textAfter(revision, revision);
        // Read last, so that rendering leaves no time for others to change it.
        const prepared = await writing.prepareChange(idOf(given), actor);
        return { ...prepared, text, editorType: revision.editorType };
      },
      run: (context, _input, { editorType, ...prepared }) => writing.restore(context, prepared, editorType),
    }),

    /** Makes a link by which anyone may read one's working text for a week, signed and stored nowhere. */
    createPreviewLink: mutation(titles.createPreviewLink, {
      can,
      input: schema("ref"),
      output: previewLink,
      touches: () => [],
      about: (given) => ({ subject: subject(idOf(given)), summary: "made a preview link" }),
      run: (context, given) => previews.makeLink(context, idOf(given)),
    }),
  };
}
