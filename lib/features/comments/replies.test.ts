// How SQLite looks up the replies on a page of conversations.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { postgres } from "../../../db/dialect";
import { visitor } from "../../testing/actors";
import { aComment } from "../../testing/commented";
import { aPost } from "../../testing/factories";
import { notePlans } from "../../testing/plans";
import { freshDatabase } from "../../testing/setup";
import { listCommentsOnPost } from "./queries";

beforeEach(async () => void (await freshDatabase()));
afterEach(() => vi.restoreAllMocks());

it.skipIf(postgres)("they are looked up by its conversations, not among all comments on the text", async () => {
  const post = await aPost();
  for (let i = 0; i < 2; i += 1) await aComment(post.id, { parentId: (await aComment(post.id)).id });
  const plans = notePlans('"root_id" in');
  expect((await listCommentsOnPost(visitor, { id: post.id })).items).toHaveLength(2);
  expect(plans).toHaveLength(1);
  expect(plans[0]).toContain("comments_root");
});
