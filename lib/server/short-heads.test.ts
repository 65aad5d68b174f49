import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LONGEST_IN_HEAD, ledTo } from "../core/answer-head";
import { sitePath } from "../core/site-path";
import { createPhoto } from "../features/photos/mutations";
import { anAdmin } from "../testing/actors";
import { openDesk } from "../testing/desk";
import { freshDatabase } from "../testing/setup";

let desk: Awaited<ReturnType<typeof openDesk>>;

/**
 * A page of links; the framework leads from an address of an unsubscription to its page, with the token in it, and away from
 * a slash, which it says twice.
 */
async function pages({ url = "/" }: { url?: string }, res: ServerResponse): Promise<void> {
  const [path = "/"] = url.split("?");
  const bare = path.endsWith("/") ? path.slice(0, -1) : "";
  if (bare !== "") return void res.writeHead(308, { location: bare, refresh: `0;url=${bare}` }).end();
  const token = /^\/unsubscribe\/(.+)$/.exec(path)?.[1];
  if (token !== undefined) return void res.writeHead(307, { location: `/unsubscribe?token=${token}` }).end();
  res.writeHead(200, { "content-type": "text/html" });
  res.end('<!doctype html><html lang="en" data-plain=""><head><title>x</title></head><body>links</body></html>');
}

beforeEach(async () => {
  await freshDatabase();
  const admin = await anAdmin();
  for (const name of ["a", "b", "c"])
    await createPhoto(admin, {
      name,
      url: "https://photos.example/a.webp",
      thumbnail: "https://photos.example/a.webp",
      team: "港".repeat(255),
    });
  desk = await openDesk(pages);
});
afterEach(() => desk.close());

/** What nginx gives the head of an answer by default, in bytes. */
const MOST = 4_096;
const sizeOf = (headers: object) =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + `${name}: ${String(value)}\r\n`.length, 0);
const team = `team=${encodeURIComponent("港".repeat(255))}`;

it.each([
  ["a redirect away from a slash", `/links/?x=${"a".repeat(5_000)}`, { location: "/links" }],
  ["the sign-in", `/admin/posts?a=${"/".repeat(1_900)}`, { location: "/login" }],
  ["the framework's redirect", `/unsubscribe/${"a".repeat(5_000)}`, { location: "/unsubscribe" }],
  ["the framework's redirect away from a slash", `/unsubscribe/${"a".repeat(5_000)}/`, { location: "/" }],
  ["the pages of a list", `/api/content/photos?page=2&size=1&${team}`, { link: expect.stringContaining('"next"') }],
])(
  "keeps the head of %s short, whatever a stranger asks for: a proxy takes a server for failed that sends a long one",
  async (_of, path, expected) => {
    const { headers } = await desk.get(path);
    expect(headers).toMatchObject(expected);
    expect(sizeOf(headers)).toBeLessThan(MOST);
  },
);

it("leads on with the query, and names all pages of a list, where there is room", async () => {
  expect((await desk.get("/links/?x=1")).headers.location).toBe("/links?x=1");
  const { link = "" } = (await desk.get("/api/content/photos?page=2&size=1")).headers;
  expect(
    [link]
      .flat()
      .join()
      .match(/first|prev|next|last/g),
  ).toEqual(["first", "prev", "next", "last"]);
});

it("leads to the front page where not even the path is short enough", () =>
  expect([ledTo(`/${"a".repeat(LONGEST_IN_HEAD)}?b`), sitePath(`/${"港".repeat(1_900)}`, "/")]).toEqual(["/", "/"]));
