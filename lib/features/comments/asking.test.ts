import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { engine } from "../../core/operation";
import { aComment, aStranger, words } from "../../testing/commented";
import { system } from "../../testing/actors";
import { aCategory, aPost } from "../../testing/factories";
import { mailOptions, storeOptions } from "../../testing/options";
import { freshDatabase } from "../../testing/setup";
import { noteStatements } from "../../testing/statements";
import { findingsSoFar } from "../../testing/watch/watch";
import { submitPostComment } from "./creating";

/** What was asked so far of the connection that writes. */
let asked: string[] = [];

const note = (sql: string) => void asked.push(sql);

beforeEach(async () => {
  await freshDatabase();
  if (postgres) return;
  await engine().transaction(
    async (db) => noteStatements(db.$client, note),
    () => null,
  );
  await storeOptions({ ...mailOptions, comment_new_need_check: "false" });
});

const noted = () => asked.filter((sql) => sql.startsWith(`update "comments" set "announced"`));
const reads = (table: string) => asked.filter((sql) => sql.startsWith("select") && sql.includes(`from "${table}"`));

// On PostgreSQL each question waits for a turn of the event loop, and all that write wait for the last one.
describe.skipIf(postgres)("a comment that is published at once", () => {
  it("asks once for options, and for nothing about mails that nobody wants", async () => {
    const post = await aPost(system, { categoryIds: [(await aCategory()).id] });
    const parent = await aComment(post.id);
    await findingsSoFar();
    for (const given of [{}, { email: "ann@example.org" }, { parentId: parent.id }]) {
      asked = [];
      expect(await submitPostComment(aStranger(), words(post.id, given))).toMatchObject({ status: "PUBLISHED" });
      expect(["options", "post_categories", "posts", "users"].map((table) => reads(table).length)).toEqual([
        1, 0, 1, 0,
      ]);
      expect(noted()).toEqual([]);
    }
  });

  it("asks for them where somebody may want one", async () => {
    const post = await aPost();
    const parent = await aComment(post.id, { email: "bob@example.org", allowNotification: true });
    await findingsSoFar();
    for (const given of [{ email: "ann@example.org", allowNotification: true }, { parentId: parent.id }]) {
      asked = [];
      await submitPostComment(aStranger(), words(post.id, given));
      expect(noted()).toHaveLength(1);
    }
  });
});
