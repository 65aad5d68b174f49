import { askerOf } from "../../core/access";
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
  /** Typed as this collection's own. */
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
     * Changes the given fields. A live status publishes, the working text included; `autoSave` changes nothing that
     * readers see.
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

    /** Publishes, hides, recycles or restores; the public text stays. */
    setStatus: mutation(`set${noun}Status`, {
      can,
      input: schema("statusChange"),
      output: schema("whole"),
      about: ({ status }, { id, title }) => ({ subject: subject(id), summary: `${status} ${title}` }),
      prepare: (given, actor) => writing.prepareStatus(idOf(given), actor, given),
      whenFull: true,
      touches: (_input, record, { before }) => touched(before, record),
      run: (context, { status }, prepared) => writing.setStatus(context, prepared, status),
    }),

    /** Moves one to the recycle bin; deletes for good what is there, or with `permanent`. */
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
      whenFull: true,
      touches: ({ permanent }, _output, { before }) =>
        touched(before, permanent || before.status === "RECYCLE" ? null : { ...before, status: "RECYCLE" }),
      run: (context, { permanent }, prepared) => writing.remove(context, prepared, permanent),
    }),

    /** Discards the working text, which is kept as a revision. */
    discardWorkingText: mutation(titles.discardWorkingText, {
      can,
      input: schema("workingTextDiscard"),
      output: schema("whole"),
      whenFull: true,
      touches: () => [],
      about: (_input, { id, title }) => ({ subject: subject(id), summary: `discarded changes of ${title}` }),
      prepare: (given, actor) => writing.prepareChange(idOf(given), actor, given.expectedVersion),
      run: (context, _input, prepared) => writing.discardWorkingText(context, prepared),
    }),

    /**
     * Restores a revision: as the text of a draft, or as the working text of a live record, which readers see after a
     * save. Keeps the replaced text as a revision.
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
        const text = await textAfter(revision, revision, askerOf(actor));
        // Read last, so that rendering does not delay the check of the version.
        const prepared = await writing.prepareChange(idOf(given), actor);
        return { ...prepared, text };
      },
      run: (context, _input, prepared) => writing.restore(context, prepared),
    }),

    /** Makes a signed link to one's working text, open to anyone for a week and not stored. */
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
