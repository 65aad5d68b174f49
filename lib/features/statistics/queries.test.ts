import { beforeEach, describe, expect, it } from "vitest";
import { countUp, flushCounts } from "../writing/counters";
import { createLink } from "../links/mutations";
import { createMenu } from "../menus/mutations";
import { anActor, anAuthor, anEditor, system, visitor } from "../../testing/actors";
import { aCategory, aJournal, aPost, aSheet, aTag, inHours } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { getPublicStatistics, getStatistics } from "./queries";

beforeEach(async () => {
  await freshDatabase();
  await flushCounts();
});

const hiddenStates = [
  { status: "DRAFT" },
  { status: "INTIMATE" },
  { status: "INTIMATE", password: "x" },
  { status: "RECYCLE" },
  { createTime: inHours(1) },
] as const;

/** Counts three visits and a like of each record. */
async function popular(subjects: readonly `${"post" | "sheet" | "journal"}:${number}`[]): Promise<void> {
  for (const subject of subjects) {
    for (let i = 0; i < 3; i += 1) if (!subject.startsWith("journal")) countUp(subject, "visits");
    countUp(subject, "likes");
  }
  await flushCounts();
}

describe("statistics", () => {
  it("for the dashboard count by resource and status: an author's own, an editor's all", async () => {
    const author = await anAuthor();
    const [own, other, sheet, journal] = [await aPost(author), await aPost(), await aSheet(), await aJournal(author)];
    for (const state of hiddenStates) await aPost(system, state);
    await aSheet(system, { status: "DRAFT" });
    await aJournal(system, { type: "INTIMATE" });
    await aCategory();
    await aTag();
    await createLink(system, { name: "Link", url: "https://example.org/" });
    await createMenu(system, { name: "Menu", url: "/" });
    await popular([`post:${own.id}`, `post:${other.id}`, `sheet:${sheet.id}`, `journal:${journal.id}`]);
    const words = 2;
    expect(await getStatistics(await anEditor(), {})).toEqual({
      posts: { total: 7, PUBLISHED: 3, INTIMATE: 2, DRAFT: 1, RECYCLE: 1 },
      sheets: { total: 2, PUBLISHED: 1, INTIMATE: 0, DRAFT: 1, RECYCLE: 0 },
      journals: { total: 2, PUBLIC: 1, INTIMATE: 1 },
      categories: 1,
      tags: 1,
      links: 1,
      menus: 1,
      words: 9 * words,
      visits: 9,
      likes: 4,
    });
    expect(await getStatistics(author, {})).toMatchObject({
      posts: { total: 1, PUBLISHED: 1 },
      sheets: { total: 0 },
      journals: { total: 1, INTIMATE: 0 },
      visits: 3,
      likes: 2,
    });
    await expect(getStatistics(visitor, {})).rejects.toMatchObject({ status: 401 });
    await expect(getStatistics(await anActor("SUBSCRIBER"), {})).rejects.toMatchObject({ status: 403 });
  });

  it("for anyone count what they may find, and visits of what they may read", async () => {
    const empty = await getPublicStatistics(visitor, {});
    expect(empty).toEqual({
      posts: 0,
      sheets: 0,
      journals: 0,
      categories: 0,
      tags: 0,
      links: 0,
      words: 0,
      visits: 0,
      likes: 0,
    });
    const locked = await aCategory({ password: "x" });
    const below = await aCategory({ parentId: locked.id });
    const [post, sheet, journal] = [await aPost(), await aSheet(), await aJournal()];
    const behind = [
      await aPost(system, { password: "x" }),
      await aPost(system, { categoryIds: [locked.id] }),
      await aPost(system, { categoryIds: [below.id] }),
    ];
    const lockedSheet = await aSheet(system, { password: "x" });
    const hidden = await Promise.all(
      hiddenStates.map(async (state) => [await aPost(system, state), await aSheet(system, state)] as const),
    );
    const intimate = await aJournal(system, { type: "INTIMATE" });
    await popular([post, ...behind, ...hidden.map(([each]) => each)].map(({ id }) => `post:${id}` as const));
    await popular([sheet, lockedSheet, ...hidden.map(([, each]) => each)].map(({ id }) => `sheet:${id}` as const));
    await popular([journal, intimate].map(({ id }) => `journal:${id}` as const));
    expect(await getPublicStatistics(visitor, {})).toEqual({
      posts: 4,
      sheets: 2,
      journals: 1,
      categories: 2,
      tags: 0,
      links: 0,
      words: 4,
      visits: 6,
      likes: 3,
    });
    // The same for everyone, since the answer is kept for everyone.
    expect(await getPublicStatistics(await anEditor(), {})).toEqual(await getPublicStatistics(visitor, {}));
  });
});
