import { beforeEach, expect, it } from "vitest";
import { jobs, replyAddresses } from "../../../db/schema";
import { system } from "../../core/access";
import { engine } from "../../core/operation";
import { aStranger, words } from "../../testing/commented";
import { aPost } from "../../testing/factories";
import { mailOptions, storeOptions } from "../../testing/options";
import { freshDatabase, stored } from "../../testing/setup";
import { forgetAsked } from "./confirming";
import { submitPostComment } from "./creating";
import { setCommentsState } from "./queue/mutations";

beforeEach(freshDatabase);

it("addresses that were asked long ago, and have not agreed, are forgotten", async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  await engine().transaction(
    (db) =>
      db.insert(replyAddresses).values([
        { email: "old@example.org", askedTime: ago(8) },
        { email: "new@example.org", askedTime: ago(6) },
        { email: "agreed@example.org", confirmed: true, askedTime: ago(400) },
      ]),
    () => null,
  );
  await forgetAsked(system, {});
  expect((await stored().select().from(replyAddresses)).map(({ email }) => email).sort()).toEqual([
    "agreed@example.org",
    "new@example.org",
  ]);
});

it("an address is asked once, however many of its comments become visible at the same time", async () => {
  await storeOptions({ ...mailOptions, comment_new_need_check: "true" });
  const items: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    const post = await aPost();
    const given = { email: "ann@example.org", allowNotification: true };
    items.push((await submitPostComment(aStranger(), words(post.id, given))).id);
  }
  await setCommentsState(system, { items, state: "published" });
  const asked = (await stored().select().from(jobs)).filter(({ dedupeKey }) => dedupeKey?.includes("comment-confirm"));
  expect(asked).toHaveLength(1);
});
