import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { eq } from "drizzle-orm";
import { posts, tags } from "../../../db/schema";
import { mutation } from "../../core/operation";
import { listPublicTags } from "../../features/taxonomy/tags/queries";
import { visitor } from "../../core/access";
import { anAdmin } from "../actors";
import { aPost, aTag } from "../factories";
import { freshDatabase } from "../setup";
import { findingsSoFar, inWords } from "./watch";

beforeEach(async () => {
  await freshDatabase();
  await findingsSoFar();
});

const renaming = (title: string, cacheKeys: string[]) =>
  mutation(title, {
    can: "manage taxonomy",
    input: z.strictObject({ id: z.int(), name: z.string() }),
    output: z.undefined(),
    touches: () => cacheKeys,
    run: async ({ db }, { id, name }) => void (await db.update(tags).set({ name }).where(eq(tags.id, id))),
  });

const found = async () => (await findingsSoFar()).filter(({ stale }) => stale.length > 0);

describe.skipIf(process.env.BROADSHEET_WATCH === "off")("a commit", () => {
  it("that makes a kept answer stale without touching its cache keys is found, with the answer", async () => {
    const { id } = await aTag("Old");
    await renaming("renameQuietly", ["categories"])(await anAdmin(), { id, name: "New" });
    const [finding] = await found();
    expect(finding).toMatchObject({ operation: "renameQuietly", touched: ["categories"] });
    expect(finding?.stale.map(({ query }) => query)).toContain("listPublicTags");
    expect(finding && inWords(finding)).toContain("renameQuietly touches categories, and ");
  });

  it("that touches them is not", async () => {
    const { id } = await aTag("Old");
    await renaming("renameDuly", ["tags"])(await anAdmin(), { id, name: "New" });
    expect(await found()).toEqual([]);
  });

  it("that leaves something remembered stale is found, whatever the pages say", async () => {
    const tag = await aTag("Old");
    await listPublicTags(visitor, {});
    const post = await aPost(undefined, { tagIds: [tag.id], status: "DRAFT" });
    await findingsSoFar();
    const publish = mutation("publishQuietly", {
      can: "manage taxonomy",
      input: z.strictObject({ id: z.int() }),
      output: z.undefined(),
      // Enough for the pages, not for the numbers of posts that are remembered.
      touches: () => ["posts", "categories", "comments:posts", "users", "search"],
      run: async ({ db }, { id }) =>
        void (await db.update(posts).set({ status: "PUBLISHED", publishedTime: new Date() }).where(eq(posts.id, id))),
    });
    await publish(await anAdmin(), { id: post.id });
    expect((await found()).flatMap(({ stale }) => stale.map(({ keys }) => keys))).toContainEqual([
      "what is remembered",
    ]);
  });

  it("that counts views and likes leaves answers as they are", async () => {
    const { id } = await aPost();
    await findingsSoFar();
    const count = mutation("countQuietly", {
      can: "manage taxonomy",
      input: z.strictObject({ id: z.int() }),
      output: z.undefined(),
      touches: () => [],
      run: async ({ db }) => void (await db.update(posts).set({ visits: 7, likes: 3 }).where(eq(posts.id, id))),
    });
    await count(await anAdmin(), { id });
    const [finding] = await findingsSoFar();
    expect([finding?.operation, finding?.rows, finding?.stale]).toEqual(["countQuietly", 1, []]);
  });
});
