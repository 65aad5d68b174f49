import { and, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import { columnsFrom, type Database } from "../../../../db";
import { tags } from "../../../../db/schema";
import { recordReferences } from "../../references/recording";
import { freeSlug } from "../../../services/slugs/free-slug";
import { notFound } from "../../../core/errors";
import { nothing } from "../../../core/fields";
import { mutation } from "../../../core/operation";
import { findTag, getTag } from "./queries";
import { checkName } from "./names";
import { tagRemoval } from "./removal";
import * as shape from "./schema";

type Fields = Partial<z.output<typeof shape.newTag>>;

// A tag's name and colour show on its posts, so they become stale with it.
const touches = () => ["tags"];

/** `id` 0 is a new tag. */
const slugFor = (db: Database, given: string | null | undefined, name: string, id = 0): Promise<string> =>
  freeSlug({
    given,
    from: name,
    fallback: "tag",
    isTaken: async (slug) =>
      (
        await db
          .select({ id: tags.id })
          .from(tags)
          .where(and(eq(tags.slug, slug), ne(tags.id, id)))
      ).length > 0,
  });

/** A blank colour becomes the default one. */
const colorOf = (given: string | null | undefined) => given?.trim() || shape.defaultColor;

const columns = (given: Fields) => columnsFrom(given, tags, ["slug", "color"]);

/** Creates a tag. */
export const createTag = mutation("createTag", {
  can: "manage taxonomy",
  input: shape.newTag,
  output: shape.tag,
  example: { name: "looms", color: "#a8341a" },
  touches,
  about: (_input, tag) => ({ subject: `tag:${tag.id}`, summary: tag.name }),
  run: async ({ db, now }, given) => {
    await checkName(db, given.name);
    const slug = await slugFor(db, given.slug, given.name);
    const [row] = await db
      .insert(tags)
      .values({
        ...columns(given),
        name: given.name,
        color: colorOf(given.color),
        slug,
        createTime: now,
        updateTime: now,
      })
      .returning({ id: tags.id });
    if (!row) throw new Error("the tag was not stored");
    await recordReferences(db, "tag", row.id, columns(given), { isNew: true });
    return findTag(db, now, { id: row.id });
  },
});

/** Changes the given fields. */
export const updateTag = mutation("updateTag", {
  can: "manage taxonomy",
  input: shape.tagChanges,
  output: shape.tag,
  example: { tagId: 1, name: "looms", slug: "looms", color: "rebeccapurple" },
  touches,
  about: (_input, tag) => ({ subject: `tag:${tag.id}`, summary: tag.name }),
  reread: (context, { tagId }) => getTag.within(context, { tagId }),
  run: async ({ db, now }, { tagId, ...given }) => {
    const [before] = await db.select().from(tags).where(eq(tags.id, tagId));
    if (!before) throw notFound();
    await checkName(db, given.name, tagId);
    const slug = given.slug === undefined ? before.slug : await slugFor(db, given.slug, given.name, tagId);
    await db
      .update(tags)
      .set({
        ...columns(given),
        ...(given.color !== undefined && { color: colorOf(given.color) }),
        slug,
        updateTime: now,
      })
      .where(eq(tags.id, tagId));
    await recordReferences(db, "tag", tagId, columns(given));
    return findTag(db, now, { id: tagId });
  },
});

/** Deletes a tag; its posts stay. */
export const deleteTag = mutation("deleteTag", {
  can: "manage taxonomy",
  input: shape.tagRef,
  output: nothing,
  whenFull: true,
  touches,
  about: ({ tagId }) => ({ subject: `tag:${tagId}`, summary: "deleted" }),
  run: (context, { tagId }) => tagRemoval.remove(context, [tagId]),
});

/** Deletes several tags; their posts stay. */
export const deleteTags = mutation("deleteTags", {
  can: "manage taxonomy",
  input: shape.tagsRemoval,
  output: nothing,
  example: { ids: [1, 2] },
  whenFull: true,
  touches,
  about: ({ ids }) => ({ subject: "tags", summary: `${ids.length} deleted` }),
  run: (context, { ids }) => tagRemoval.remove(context, ids),
});
