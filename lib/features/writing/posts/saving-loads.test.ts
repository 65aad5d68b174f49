import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../../db/dialect";
import { engine } from "../../../core/operation";
import { system } from "../../../testing/actors";
import { aCategory, aPost, aTag } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { noteStatements } from "../../../testing/statements";
import { findingsSoFar } from "../../../testing/watch/watch";
import { setPostStatus, updatePost, updatePostContent } from "./mutations";

/** The statements so far. */
let asked: string[] = [];

const note = (sql: string) => void asked.push(sql);

beforeEach(async () => {
  await freshDatabase();
  if (postgres) return;
  noteStatements(engine().reader.$client, note);
  await engine().transaction(
    async (db) => noteStatements(db.$client, note),
    () => null,
  );
});

const loads = () => asked.filter((sql) => /^select .*"original_content".* from "posts"/s.test(sql));
const relations = (table: string) => asked.filter((sql) => sql.startsWith("select") && sql.includes(`from "${table}"`));

describe.skipIf(postgres)("a post is loaded once, with its categories, tags and metas, when", () => {
  it.each([
    [
      "its text and title are saved",
      (postId: number) => updatePost(system, { postId, title: "New", originalContent: "New" }),
    ],
    [
      "all of it is saved",
      (postId: number) =>
        updatePost(system, {
          postId,
          title: "New",
          slug: "new",
          originalContent: "New",
          status: "PUBLISHED",
          expectedVersion: 1,
        }),
    ],
    [
      "it is saved by itself",
      (postId: number) => updatePost(system, { postId, title: "New", originalContent: "New", autoSave: true }),
    ],
    ["its text alone is saved", (postId: number) => updatePostContent(system, { postId, originalContent: "New" })],
    ["it is hidden", (postId: number) => setPostStatus(system, { postId, status: "DRAFT" })],
  ])("%s", async (_what, save) => {
    const post = await aPost(system, {
      categoryIds: [(await aCategory()).id],
      tagIds: [(await aTag()).id],
      metas: [{ key: "a", value: "b" }],
    });
    // Watching commits reads as well.
    await findingsSoFar();
    asked = [];
    const saved = await save(post.id);
    expect(loads()).toHaveLength(1);
    expect(["post_categories", "post_tags", "post_metas"].map((table) => relations(table).length)).toEqual([1, 1, 1]);
    expect(saved).toMatchObject({ categories: [{}], tags: [{}], metas: [{ key: "a" }] });
  });
});
