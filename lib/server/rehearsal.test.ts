import { beforeEach, describe, expect, it } from "vitest";
import { events, jobs, postRevisions, posts } from "../../db/schema";
import { subscribe } from "../core/events";
import { aPost } from "../testing/factories";
import { freshDatabase, stored } from "../testing/setup";
import { searchPosts } from "../posts/search";
import { visitor } from "../core/access";
import { rehearse } from "./rehearsal";

beforeEach(async () => void (await freshDatabase()));

describe("a rehearsal", () => {
  it("leaves nothing behind: no post, no number, no word, no line in the log", async () => {
    const first = await aPost();
    const logged = await stored().select().from(events);
    const heard: string[] = [];
    const stop = subscribe(({ operation }) => heard.push(operation));
    await rehearse(() => true);
    stop();
    expect(heard).toEqual([]);
    expect(await stored().select().from(events)).toEqual(logged);
    expect((await stored().select({ id: posts.id }).from(posts)).map(({ id }) => id)).toEqual([first.id]);
    expect([await stored().select().from(jobs), await stored().select().from(postRevisions)]).toEqual([[], []]);
    expect((await searchPosts(visitor, { keyword: "rehearsal" })).total).toBe(0);
    expect((await aPost()).id).toBe(first.id + 1);
  });
});
