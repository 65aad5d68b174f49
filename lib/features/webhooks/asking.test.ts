import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { engine } from "../../core/operation";
import { lookups } from "../../server/background/webhook-subjects";
import { anAdmin } from "../../testing/actors";
import { aStranger, words } from "../../testing/commented";
import { aPost } from "../../testing/factories";
import { storeOptions } from "../../testing/options";
import { freshDatabase } from "../../testing/setup";
import { noteStatements } from "../../testing/statements";
import { submitPostComment } from "../comments/creating";
import { announceNews, type Lookups } from "./announcing";
import { createWebhook } from "./mutations";

/** What the connection that writes was asked so far. */
let written: string[] = [];
/** The texts that were looked up so far. */
let texts: number[] = [];

const noting: Lookups = {
  ...lookups,
  post: async (ids) => {
    texts.push(...ids);
    return new Map();
  },
};

beforeEach(async () => {
  await freshDatabase();
  if (postgres) return;
  await engine().transaction(
    async (db) => noteStatements(db.$client, (sql) => void written.push(sql)),
    () => null,
  );
  await storeOptions({ comment_new_need_check: "false" });
});

// A comment had the last fifty lines of the audit log told again, each record with statements of its own, while all that
// write waited, and each text with its whole words.
describe.skipIf(postgres)("news of comments", () => {
  it("takes as many statements for one as for twenty, and looks for no text", async () => {
    await createWebhook(await anAdmin(), {
      name: "Search",
      url: "https://hooks.example.org/x",
      events: ["post.published"],
    });
    const posts = await Promise.all(Array.from({ length: 20 }, () => aPost()));
    await announceNews(noting);
    const counts: number[] = [];
    for (const count of [1, 20, 1]) {
      for (const { id } of posts.slice(0, count)) await submitPostComment(aStranger(), words(id));
      [written, texts] = [[], []];
      await announceNews(noting);
      counts.push(written.length);
      expect(texts).toEqual([]);
    }
    expect(counts).toEqual([counts[0], counts[0], counts[0]]);
    expect(counts[0]).toBeLessThan(10);
  });
});
