import { beforeEach, describe, expect, it } from "vitest";
import { events } from "../../../db/schema";
import type { Actor } from "../../core/access";
import { engine } from "../../core/operation";
import { anActor, anAdmin, system, visitor } from "../../testing/actors";
import { aTag, faults, refusal } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { createTag } from "../taxonomy/tags/mutations";
import { exportLogs, listLogs, listLogSources } from "./queries";
import { exportPage } from "./schema";
import { logFormats } from "./writing";

let admin: Actor & { id: number };
beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
});

const add = (minute: number, given: Partial<typeof events.$inferInsert> = {}) =>
  engine().transaction(
    (db) =>
      db.insert(events).values({
        operation: "updatePost",
        actorId: 7,
        actorName: "jane",
        subject: "post:12",
        summary: "PUBLISHED 100%_sure",
        cacheKeys: [],
        createTime: new Date(Date.UTC(2026, 0, 1, 0, minute)),
        ...given,
      }),
    () => null,
  );
const minutes = async (filter: Parameters<typeof listLogs>[1]) =>
  (await listLogs(admin, filter)).items.map(({ createTime }) => createTime.getUTCMinutes());

describe("the audit log", () => {
  it("is searched in the language in which the dashboard tells it, too", async () => {
    await add(1);
    await add(2, { operation: "deleteTag", summary: "deleted" });
    await add(3, { operation: "createTag", summary: "deleted" });
    await add(4, { operation: "updatePost", summary: "DRAFT On looms" });
    const inChinese = (keyword: string) => minutes({ keyword, locale: "zh-CN" });
    // A tag of that name was not deleted.
    expect(await inChinese("已删除")).toEqual([2]);
    expect(await inChinese("已发布")).toEqual([1]);
    expect(await inChinese("looms")).toEqual([4]);
    expect(await minutes({ keyword: "已删除" })).toEqual([]);
    expect(await minutes({ keyword: "删除标签", named: ["deleteTag"], locale: "zh-CN" })).toEqual([2]);
    expect(await minutes({ named: ["deleteTag"] })).toHaveLength(4);
  });

  it("tells what was done, the newest first, page by page", async () => {
    const author = await anActor("EDITOR");
    await createTag(author, { name: "Red" });
    await aTag();
    const { items, total } = await listLogs(admin, { size: 1 });
    expect([total, items]).toEqual([
      2,
      [
        {
          id: expect.any(Number),
          operation: "createTag",
          actorId: null,
          actorName: system.name,
          subject: expect.stringMatching(/^tag:\d+$/),
          summary: expect.any(String),
          createTime: expect.any(Date),
        },
      ],
    ]);
    expect((await listLogs(admin, { size: 1, page: 2 })).items).toMatchObject([
      { actorId: author.id, actorName: author.name },
    ]);
    expect((await listLogs(admin, { sort: ["id,asc"] })).items[0]).toMatchObject({ actorId: author.id });
  });

  it("is filtered by operation, by who, by what and by when", async () => {
    await add(0);
    await add(1, { operation: "logIn", actorId: 8, actorName: "bob", subject: "user:8" });
    await add(2, { subject: "post:1" });
    await add(3, { subject: null, summary: "nothing" });
    expect(await minutes({ operation: "logIn" })).toEqual([1]);
    expect(await minutes({ actorId: 8 })).toEqual([1]);
    expect(await minutes({ actor: "jane" })).toEqual([3, 2, 0]);
    expect(await minutes({ subject: "post:1" })).toEqual([2]);
    expect(await minutes({ subject: "post" })).toEqual([2, 0]);
    expect(await minutes({ from: "2026-01-01T00:01:00Z", to: "2026-01-01T00:03:00Z" })).toEqual([2, 1]);
    expect(await minutes({ keyword: "published 100%" })).toEqual([2, 1, 0]);
    expect(await minutes({ keyword: "nothing", operation: "logIn" })).toEqual([]);
    for (const subject of ["post:%", "%", "a b", "'"])
      expect(await faults(listLogs(admin, { subject }))).toEqual(["subject wrong_format"]);
    expect(await faults(listLogs(admin, { from: "yesterday" }))).toEqual(["from wrong_format"]);
  });

  it("is for administrators only", async () => {
    for (const actor of [visitor, await anActor("EDITOR")])
      expect([401, 403]).toContain((await refusal(listLogs(actor, {}))).status);
  });
});

describe("an export of the audit log", () => {
  it("reads what the filters select, oldest first, after the line before", async () => {
    for (const minute of [1, 2, 3]) await add(minute);
    await add(4, { operation: "deletePost" });
    const first = await exportLogs(admin, { operation: "updatePost", keyword: "100%" });
    expect(first.map(({ createTime }) => createTime.getUTCMinutes())).toEqual([1, 2, 3]);
    const rest = await exportLogs(admin, { operation: "updatePost", after: first[0]?.id ?? 0 });
    expect(rest).toEqual(first.slice(1));
    expect(await exportLogs(admin, { actor: "nobody" })).toEqual([]);
    expect(exportPage).toBeLessThanOrEqual(1000);
  });

  it("names everybody and everything there is to filter by", async () => {
    await add(1);
    await add(2, { actorName: "ann", operation: "deletePost" });
    const { actors, operations } = await listLogSources(admin, {});
    expect(actors).toEqual(expect.arrayContaining(["ann", "jane"]));
    expect(operations.filter((name) => name.endsWith("Post"))).toEqual(["deletePost", "updatePost"]);
  });

  it("is a table that computes nothing, with one head, or a line of JSON each", async () => {
    await add(1, { summary: '=HYPERLINK("https://x")\nsecond, "line"' });
    const lines = await exportLogs(admin, { operation: "updatePost" });
    const table = logFormats.csv.write(lines, true);
    expect(table).toBe(
      "\ufeffid,createTime,actorId,actorName,operation,subject,summary\r\n" +
        `${lines[0]?.id},2026-01-01T00:01:00.000Z,7,jane,updatePost,post:12,` +
        '"\'=HYPERLINK(""https://x"")\nsecond, ""line"""\r\n',
    );
    expect(logFormats.csv.write(lines, false)).not.toContain("createTime");
    expect(JSON.parse(logFormats.jsonl.write(lines))).toMatchObject({ id: lines[0]?.id, actorName: "jane" });
  });

  it("is for administrators only", async () => {
    for (const actor of [visitor, await anActor("EDITOR")])
      for (const work of [exportLogs(actor, {}), listLogSources(actor, {})])
        expect([401, 403]).toContain((await refusal(work)).status);
  });
});
