import { beforeEach, expect, it } from "vitest";
import { asc } from "drizzle-orm";
import { engine } from "../lib/core/operation";
import { freshDatabase, stored } from "../lib/testing/setup";
import { insertMissing, isOneOfTexts } from "./many-rows";
import { comments, links, removedParts, removedRecords } from "./schema";

beforeEach(freshDatabase);

const write = (work: Parameters<ReturnType<typeof engine>["transaction"]>[0]) => engine().transaction(work, () => null);

const words = ["plain", 'a "quote", {braces} \\ and NULL', "", "NULL", "一 é 🪡", "two\nlines"];
const time = new Date(Date.UTC(2024, 1, 29, 12, 30, 15, 7));

it("stores values of every kind as they are, and leaves rows alone that are there", async () => {
  const rows = words.map((name, i) => ({
    id: i + 1,
    name,
    url: `https://a.example/${i}`,
    checkStatus: i % 2 ? null : 200,
    checkTime: i % 2 ? time : null,
    createTime: time,
    updateTime: time,
  }));
  await write((db) => insertMissing(db, links, rows.slice(1)));
  await write((db) => insertMissing(db, links, [{ ...rows[1], name: "another" } as (typeof rows)[number], ...rows]));
  const found = await stored().select().from(links).orderBy(asc(links.id));
  // What is not given has its default.
  expect(found).toEqual(
    rows.map((row) => ({ ...row, description: "", logo: "", priority: 0, team: "", health: "UNKNOWN" })),
  );
  const named = await stored()
    .select()
    .from(links)
    .where(isOneOfTexts(links.name, words.slice(1, 3)))
    .orderBy(asc(links.id));
  expect(named.map(({ id }) => id)).toEqual([2, 3]);
});

it("stores flags, large numbers and JSON", async () => {
  const removal = {
    kind: "journal",
    recordId: 1,
    name: "",
    actorName: "",
    removedTime: time,
    record: { own: { columns: [], rows: [] }, children: [] },
  };
  const part = { table: "comments", columns: ["a", "b"], rows: words.map((word, i) => [i, word, null, true]) };
  const comment = {
    id: 2 ** 40,
    targetType: "POST" as const,
    status: "AUDITING" as const,
    visible: false,
    author: "",
    network: "",
    createTime: time,
    updateTime: time,
    content: "",
    html: "",
    isAdmin: true,
  };
  await write(async (db) => {
    const [made] = await db.insert(removedRecords).values(removal).returning({ id: removedRecords.id });
    await insertMissing(db, removedParts, [{ removalId: made?.id ?? 0, part }]);
    await insertMissing(db, comments, [comment]);
  });
  expect((await stored().select().from(removedParts))[0]?.part).toEqual(part);
  expect((await stored().select().from(comments))[0]).toMatchObject(comment);
});

it("does nothing with no rows", async () => {
  await write((db) => insertMissing(db, links, []));
  expect(await stored().select().from(links)).toEqual([]);
});
