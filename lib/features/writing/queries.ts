import { visitor } from "../../core/access";
import { notFound } from "../../core/errors";
import { slugRef } from "../../core/fields";
import { type Context, query } from "../../core/operation";
import { isLockedFor } from "../visibility/texts";
import { pendingLikes } from "./counters";
import { type Description, type FoundRecord, idOf, recordAt, type RecordNumber, type Schemas } from "./description";
import { type By, findOf } from "./find";
import { unlock, withPasswordCounted } from "./guesses";
import { like } from "./likes";
import { previewsOf } from "./previews";
import { previewedPost, previewToken } from "./revision-schema";
import { revisionsOf } from "./revisions";
import { markdownRef, markdownText, likes, translations, unlocked, unlocking } from "./schema";
import { markdownOf } from "./markdown";
import { translationsOf } from "./translations";

/** The queries about one record of a collection; each collection has its own lists. */
export function queriesOf<N extends RecordNumber, F extends FoundRecord, S extends Schemas<N>>(
  description: Description<N, F, S>,
) {
  const { collection, forDashboard, forVisitor, placed } = description;
  const { name, noun, can } = collection;
  /** Typed as this collection's own. */
  const schema = <K extends keyof S>(key: K): S[K] => description.schemas[key];
  const { find, findAt, findToWorkOn, readsOf } = findOf(description);
  const revisions = revisionsOf(description);
  const previews = previewsOf(description);
  const findTranslations = translationsOf(collection);

  /** One that a visitor may see. */
  async function findForVisitor({ db, actor }: Context, by: By): Promise<F> {
    const found = await find(db, actor, "address", by);
    if (!found) throw notFound();
    return found;
  }

  async function getForVisitor(context: Context, by: By) {
    const found = await findForVisitor(context, by);
    return withPasswordCounted(context.actor, `${name}:${found.id}`, async () => forVisitor(found, context.actor));
  }

  return {
    /** One in the dashboard. */
    get: query(`get${noun}`, {
      can,
      input: schema("ref"),
      output: schema("whole"),
      run: async ({ db, actor }, ref) => forDashboard(await findToWorkOn(db, actor, idOf(ref))),
    }),

    /** One by its number. */
    getPublic: query(`getPublic${noun}`, {
      can: "read the site",
      input: schema("ref"),
      output: schema("public"),
      reads: (_ref, record) => readsOf(record),
      run: (context, ref) => getForVisitor(context, { id: idOf(ref) }),
    }),

    /** One by its slug. */
    getPublicBySlug: query(`getPublic${noun}BySlug`, {
      can: "read the site",
      input: slugRef,
      output: schema("public"),
      reads: (_ref, record) => readsOf(record),
      run: getForVisitor,
    }),

    /** The record at an address, or where it has moved to. */
    getAtAddress: query(`get${noun}AtAddress`, {
      can: "read the site",
      input: slugRef,
      output: schema("atAddress"),
      reads: (_ref, place) => readsOf(place && recordAt(place)),
      run: async (context, { slug }) => {
        const { found, movedTo } = await findAt(context, slug);
        if (!found && movedTo === null) throw notFound();
        return placed(found, movedTo);
      },
    }),

    /**
     * One as Markdown, for everybody alike: of what a password protects there is none. It is made at the text's own
     * path only, since others can be invented without end.
     */
    getMarkdown: query(`get${noun}Markdown`, {
      can: "read the site",
      input: markdownRef,
      output: markdownText,
      reads: (_ref, text) => readsOf(text),
      run: async ({ db }, { slug, path }) => {
        const found = await find(db, visitor, "list", { slug });
        if (!found || isLockedFor(visitor, found, found.locks)) throw notFound();
        const { id, title, url } = found;
        return { id, title, url, markdown: path === url ? await markdownOf(found) : null };
      },
    }),

    /** One in all its languages, as far as everybody may read them. */
    getTranslations: query(`get${noun}Translations`, {
      can: "read the site",
      input: schema("ref"),
      output: translations,
      summary: `A ${name} in each of its languages, this one too; empty where it is in one only, or names none.`,
      reads: (ref) => [`${name}:${idOf(ref)}`, `${name}s`],
      run: (context, ref) => findTranslations(context, idOf(ref)),
    }),

    /** Likes one that a visitor can read; only counts in memory until the next flush. */
    like: query(`like${noun}`, {
      can: "read the site",
      input: schema("ref"),
      output: likes,
      run: async (context, ref) => {
        const { actor } = context;
        const subject = `${name}:${idOf(ref)}` as const;
        const found = await findForVisitor(context, { id: idOf(ref) });
        const { locked } = await withPasswordCounted(actor, subject, async () => ({
          locked: isLockedFor(actor, found, found.locks),
        }));
        if (locked) throw notFound();
        return like(actor, subject, found.likes + pendingLikes(subject));
      },
    }),

    /** Checks a protected one's password; returns the proofs that open it. */
    unlock: query(`unlock${noun}`, {
      can: "read the site",
      input: unlocking,
      output: unlocked,
      run: async (context, { slug, password }) => {
        const found = await findForVisitor(context, { slug });
        return unlock(context.actor, `${name}:${found.id}`, found.locks, password);
      },
    }),

    /** The text behind a preview link. */
    getPreviewed: query(`getPreviewed${noun}`, {
      can: "read the site",
      input: previewToken,
      output: previewedPost,
      run: (context, { token }) => previews.readLink(context, token),
    }),

    /** Revisions of one, newest first, without their texts. */
    listRevisions: query(`list${noun}Revisions`, {
      can,
      input: schema("ref"),
      output: description.revisions.item.array(),
      run: ({ db, actor }, ref) => revisions.listRevisions(db, actor, idOf(ref)),
    }),

    /** One revision. */
    getRevision: query(`get${noun}Revision`, {
      can,
      input: schema("revisionRef"),
      output: description.revisions.text,
      run: ({ db, actor }, ref) => revisions.getRevision(db, actor, idOf(ref), ref.revisionId),
    }),

    /** One revision compared with the current text. */
    getRevisionDiff: query(`get${noun}RevisionDiff`, {
      can,
      input: schema("revisionRef"),
      output: description.revisions.diff,
      run: ({ db, actor }, ref) => revisions.compareRevision(db, actor, idOf(ref), ref.revisionId),
    }),
  };
}
