import Database from "../../../db/sqlite-driver.mjs";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { postgres } from "../../../db/dialect";
import { getDiscussion } from "../comments/queries";
import { getSite } from "./queries";
import { getNeighbours } from "../writing/posts/neighbours";
import { anAuthor, visitor } from "../../testing/actors";
import { aCategory, aJournal, aPost, aSheet, aTag, refusal } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import type { Ask } from "../../core/questions";
import { type Place, places } from "./places";

const ask: Ask = (query, input) => query(visitor, input);

let at: Record<Place, unknown>;
beforeAll(async () => {
  await freshDatabase();
  const ada = await anAuthor();
  const { slug: post } = await aPost(ada);
  const { slug: tag } = await aTag();
  const { slug: category } = await aCategory();
  const n = "2";
  at = {
    "/[slug]": { slug: (await aSheet()).slug },
    "/archives/[slug]": { slug: post },
    "/[slug]/[month]/[post]": { slug: "2024", month: "05", post },
    "/[slug]/[month]/[post]/[last]": { slug: "2024", month: "05", post: "06", last: post },
    "/tags/[slug]": { slug: tag },
    "/tags/[slug]/page/[n]": { slug: tag, n },
    "/categories/[slug]": { slug: category },
    "/categories/[slug]/page/[n]": { slug: category, n },
    "/categories/[slug]/[feed]": { slug: category, feed: "feed.xml" },
    "/tags/[slug]/[feed]": { slug: tag, feed: "atom.xml" },
    "/authors/[username]/[feed]": { username: ada.name, feed: "feed.json" },
    "/authors/[username]": { username: ada.name },
    "/authors/[username]/page/[n]": { username: ada.name, n },
    "/markdown/[address]": { address: encodeURIComponent(`/archives/${post}`) },
    "/sitemap/[part]": { part: "1.xml" },
    "/journals/[id]": { id: String((await aJournal()).id) },
  };
});
afterEach(() => vi.restoreAllMocks());

const routes = Object.keys(places) as Place[];
const lookUp = (route: Place, params: unknown) =>
  (places[route] as (ask: Ask, params: unknown) => Promise<object>)(ask, params);
const nowhere = Object.fromEntries(
  ["slug", "month", "post", "last", "n", "id", "username", "feed", "address", "part"].map((name) => [
    name,
    name === "id" ? "999999" : name === "part" ? "99999.xml" : "no-such-thing",
  ]),
);

/** Statements that are compiled during some work. */
async function compiledBy(work: () => Promise<unknown>): Promise<string[]> {
  const prepare = vi.spyOn(Database.prototype, "prepare");
  await work();
  return prepare.mock.calls.map(([text]) => text);
}

describe("what stands at an address", () => {
  it.each(routes)("is found on %s", async (route) => expect(await lookUp(route, at[route])).toBeTypeOf("object"));

  it.each(routes)("is nothing on %s where nothing was put", async (route) =>
    expect(await refusal(lookUp(route, nowhere))).toMatchObject({ status: 404 }),
  );

  it("is found as Markdown at its own address in every alphabet, however often that was encoded", async () => {
    const { url } = await aPost(await anAuthor(), { slug: "港口-é" });
    const { slug } = await aSheet(undefined, { slug: "关于" });
    for (const address of [url, decodeURI(url), `/${encodeURIComponent(slug)}`, `/${slug}`])
      expect([address, await lookUp("/markdown/[address]", { address: encodeURIComponent(address) })]).toEqual([
        address,
        expect.objectContaining({ markdown: expect.stringContaining("# ") }),
      ]);
  });

  it.skipIf(postgres).each(routes)("is looked up on %s with statements compiled before", async (route) => {
    await lookUp(route, at[route]);
    await refusal(lookUp(route, nowhere));
    expect(await compiledBy(() => lookUp(route, at[route]))).toEqual([]);
    expect(await compiledBy(() => refusal(lookUp(route, nowhere)))).toEqual([]);
  });

  it.skipIf(postgres)("is shown as a post with statements compiled before", async () => {
    const firstView = async (id: number) => {
      await getSite(visitor, {});
      await getNeighbours(visitor, { postId: id });
      await getDiscussion(visitor, { targetType: "POST", id, page: 1, replyTo: null });
    };
    await firstView((await aPost()).id);
    const { id } = await aPost();
    expect(await compiledBy(() => firstView(id))).toEqual([]);
  });
});
