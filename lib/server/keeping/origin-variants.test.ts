import { afterEach, beforeEach, expect, it } from "vitest";
import { setOptions } from "../../features/options/mutations";
import { system } from "../../testing/actors";
import { openDesk } from "../../testing/desk";
import { aPost } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";

type Headers = Record<string, string>;
const [ours, theirs] = ["https://app.example", "https://elsewhere.example"];
const [nobody, listed, unlisted]: [Headers, Headers, Headers] = [{}, { origin: ours }, { origin: theirs }];
const PATH = "/api/content/posts";
const list = (value: string) => setOptions(system, { items: [{ key: "api_allowed_origins", value }] });

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeEach(async () => {
  await freshDatabase();
  await aPost();
  await list(ours);
  desk = await openDesk();
});
afterEach(() => desk.close());

it("an answer is made once for the pages of all origins and for everybody else", async () => {
  const bodies = new Set<string>();
  for (const headers of [nobody, listed, unlisted, listed, nobody]) {
    const { status, body } = await desk.get(PATH, headers);
    expect(status).toBe(200);
    bodies.add(body.toString());
  }
  expect([bodies.size, desk.cache.misses]).toEqual([1, 1]);
});

it("says who may read it, and that this depends on who asks", async () => {
  const [plain, shown, hidden] = await Promise.all(
    [nobody, listed, unlisted].map((headers) => desk.get(PATH, headers)),
  );
  const told = [plain, shown, hidden].map((answer) => [
    answer?.headers.vary,
    answer?.headers["access-control-allow-origin"],
    answer?.headers["access-control-expose-headers"]?.includes("Link"),
  ]);
  expect(told).toEqual([
    ["Accept-Encoding", undefined, undefined],
    ["Accept-Encoding, Origin", ours, true],
    ["Accept-Encoding, Origin", undefined, undefined],
  ]);
  expect(hidden?.headers.etag).toBe(plain?.headers.etag);
});

it("says so as well where nothing has changed, and in the packing that was asked for", async () => {
  const { headers } = await desk.get(PATH, { origin: ours, "accept-encoding": "br" });
  expect(headers["content-encoding"]).toBe("br");
  const again = await desk.get(PATH, {
    origin: ours,
    "accept-encoding": "br",
    "if-none-match": String(headers.etag),
  });
  expect([again.status, again.headers["access-control-allow-origin"], again.headers.vary]).toEqual([
    304,
    ours,
    "Accept-Encoding, Origin",
  ]);
});

it("what a browser knows is not unchanged once its page may not read it any more", async () => {
  const { headers } = await desk.get(PATH, listed);
  const known = { ...listed, "if-none-match": String(headers.etag) };
  expect((await desk.get(PATH, known)).status).toBe(304);
  await list(theirs);
  const { status, headers: now } = await desk.get(PATH, known);
  expect([status, now["access-control-allow-origin"]]).toEqual([200, undefined]);
});

it("a change of the list counts for the very next request", async () => {
  const shownTo = async (origin: string) => (await desk.get(PATH, { origin })).headers["access-control-allow-origin"];
  expect([await shownTo(ours), await shownTo(theirs)]).toEqual([ours, undefined]);
  await list(theirs);
  expect([await shownTo(ours), await shownTo(theirs)]).toEqual([undefined, theirs]);
});
