import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setPostStatus } from "../writing/posts/mutations";
import { countPage, countReferrer, countUp, flushCounts } from "../writing/counters";
import { anActor, anAdmin, anAuthor, anEditor, visitor } from "../../testing/actors";
import { aPost, aSheet, faults, refusal } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { getPostViews, getReferrers, getSheetViews, getViews, listMostRead } from "./views";

const DAY_MS = 86_400_000;
const begin = Date.UTC(2026, 4, 10, 12);

beforeEach(async () => {
  await freshDatabase();
  await flushCounts();
  vi.useFakeTimers({ toFake: ["Date"], now: begin });
});
afterEach(() => void vi.useRealTimers());

const view = (subject: Parameters<typeof countUp>[0], times = 1) => {
  for (let i = 0; i < times; i += 1) countUp(subject, "visits");
};

describe("views by day", () => {
  it("are those of the whole site for everybody who writes, with days without any", async () => {
    view(`post:${(await aPost()).id}`, 2);
    await flushCounts();
    vi.setSystemTime(begin + 2 * DAY_MS);
    countPage();
    await flushCounts();
    const found = await getViews(await anAuthor(), {});
    expect(found).toMatchObject({ timeZone: "UTC", from: "2026-04-13", to: "2026-05-12", total: 3 });
    expect(found.daily).toHaveLength(30);
    expect(found.daily.slice(-3)).toEqual([
      { day: "2026-05-10", views: 2 },
      { day: "2026-05-11", views: 0 },
      { day: "2026-05-12", views: 1 },
    ]);
    vi.setSystemTime(begin + 30 * DAY_MS);
    expect(await getViews(await anAuthor(), {})).toMatchObject({ total: 1 });
    expect(await getViews(await anAuthor(), { days: 365 })).toMatchObject({ total: 3, from: "2025-06-10" });
  });

  it("of a post are its author's and editors', of a sheet editors'", async () => {
    const [author, other, editor] = [await anAuthor(), await anAuthor(), await anEditor()];
    const [post, sheet] = [await aPost(author), await aSheet()];
    view(`post:${post.id}`, 2);
    view(`sheet:${sheet.id}`, 3);
    await flushCounts();
    for (const actor of [author, editor])
      expect(await getPostViews(actor, { postId: post.id })).toMatchObject({ total: 2 });
    expect(await refusal(getPostViews(other, { postId: post.id }))).toMatchObject({ code: "not_found" });
    expect(await refusal(getPostViews(editor, { postId: 999 }))).toMatchObject({ code: "not_found" });
    expect(await getSheetViews(editor, { sheetId: sheet.id, days: 365 })).toMatchObject({ total: 3 });
    expect(await refusal(getSheetViews(author, { sheetId: sheet.id }))).toMatchObject({ code: "not_found" });
  });
});

describe("the most read posts", () => {
  it("are an author's own, or for editors all; none from the recycle bin", async () => {
    const [author, editor] = [await anAuthor(), await anEditor()];
    const [own, theirs, binned, unread] = [await aPost(author), await aPost(), await aPost(author), await aPost()];
    view(`post:${own.id}`, 2);
    view(`post:${theirs.id}`, 5);
    view(`post:${binned.id}`, 9);
    view("post:9999", 9);
    await flushCounts();
    await setPostStatus(editor, { postId: binned.id, status: "RECYCLE" });
    const first = { id: own.id, title: own.title, url: own.url, views: 2 };
    expect(await listMostRead(author, {})).toEqual([first]);
    expect(await listMostRead(editor, {})).toEqual([
      { id: theirs.id, title: theirs.title, url: theirs.url, views: 5 },
      first,
    ]);
    vi.setSystemTime(begin + 40 * DAY_MS);
    view(`post:${unread.id}`);
    await flushCounts();
    expect((await listMostRead(editor, {})).map(({ id }) => id)).toEqual([unread.id]);
    expect((await listMostRead(editor, { days: 365 })).map(({ id }) => id)).toEqual([theirs.id, own.id, unread.id]);
  });
});

describe("referrers", () => {
  it("are for editors: the most first, the rest together", async () => {
    for (const [host, times] of [
      ["a.example", 3],
      ["b.example", 5],
      ["c.example", 1],
    ] as const)
      for (let i = 0; i < times; i += 1) countReferrer(host);
    countPage();
    await flushCounts();
    const editor = await anEditor();
    expect(await getReferrers(editor, { most: 2 })).toEqual({
      hosts: [
        { host: "b.example", views: 5 },
        { host: "a.example", views: 3 },
      ],
      others: 1,
      total: 9,
    });
    expect(await getReferrers(editor, { days: 365 })).toMatchObject({ others: 0, total: 9 });
    expect(await refusal(getReferrers(await anAuthor(), {}))).toMatchObject({ code: "forbidden" });
  });

  it("are none on a site that nobody has visited", async () =>
    expect(await getReferrers(await anAdmin(), { days: 365 })).toEqual({ hosts: [], others: 0, total: 0 }));
});

it.each([
  ["views", getViews],
  ["posts", listMostRead],
  ["referrers", getReferrers],
] as const)("%s are refused to strangers and subscribers, and for other periods", async (_name, operation) => {
  const admin = await anAdmin();
  expect(await refusal(operation(visitor, {}))).toMatchObject({ code: "unauthenticated" });
  expect(await refusal(operation(await anActor("SUBSCRIBER"), {}))).toMatchObject({ code: "forbidden" });
  for (const days of [0, 7, 366, -30, 30.5])
    expect(await faults(operation(admin, { days: days as 30 }))).toEqual(["days wrong_value"]);
  expect(await faults(operation(admin, { since: 1 } as object))).toEqual(["since unknown"]);
});

it.each([
  [0, "too_short"],
  [101, "too_long"],
])("%d hosts are refused", async (most, code) =>
  expect(await faults(getReferrers(await anAdmin(), { most }))).toEqual([`most ${code}`]),
);
