import { and, eq, inArray } from "drizzle-orm";
import { categories, postRedirects, posts, tags } from "../../../../db/schema";
import { askerOf, visitor } from "../../../core/access";
import { query } from "../../../core/operation";
import { renderContent } from "../../../services/rendering/renderer";
import { decodedAddress } from "../../../text/address-parts";
import * as revisionShape from "../revision-schema";
import { visibleTo } from "../../visibility/posts";

/** Renders a text as its readers would see it. */
export const previewText = query("previewText", {
  can: "write posts",
  input: revisionShape.textToPreview,
  output: revisionShape.previewedText,
  run: async ({ actor }, source) => renderContent({ ...source, keepRaw: false }, askerOf(actor)),
});

/** The paths among these whose post, category or tag is not public. */
export const listMissingPaths = query("listMissingPaths", {
  can: "write posts",
  input: revisionShape.linkedPaths,
  output: revisionShape.missingPaths,
  run: async ({ db, now }, { paths }) => {
    const linked = paths.flatMap((path) => {
      const [, kind, slug] = /^\/(archives|categories|tags)\/([^/?#]+)\/?(?:[?#].*)?$/.exec(path) ?? [];
      return kind && slug ? [{ path, kind, slug: decodedAddress(slug) }] : [];
    });
    const wanted = (kind: string) => linked.filter((each) => each.kind === kind).map((each) => each.slug);
    const seen = visibleTo(visitor, now, "address");
    const [direct, moved, inCategories, withTags] = await Promise.all([
      db
        .select({ slug: posts.slug })
        .from(posts)
        .where(and(inArray(posts.slug, wanted("archives")), seen)),
      db
        .select({ slug: postRedirects.slug })
        .from(postRedirects)
        .innerJoin(posts, eq(posts.id, postRedirects.postId))
        .where(and(inArray(postRedirects.slug, wanted("archives")), seen)),
      db
        .select({ slug: categories.slug })
        .from(categories)
        .where(inArray(categories.slug, wanted("categories"))),
      db
        .select({ slug: tags.slug })
        .from(tags)
        .where(inArray(tags.slug, wanted("tags"))),
    ]);
    const there = {
      archives: new Set([...direct, ...moved].map((row) => row.slug)),
      categories: new Set(inCategories.map((row) => row.slug)),
      tags: new Set(withTags.map((row) => row.slug)),
    };
    return {
      missing: linked.filter(({ kind, slug }) => !there[kind as keyof typeof there].has(slug)).map(({ path }) => path),
    };
  },
});
