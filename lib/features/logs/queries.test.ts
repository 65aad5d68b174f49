import { beforeEach, describe, expect, it } from "vitest";
import { events } from "../../../db/schema";
import type { Actor } from "../../core/access";
import { engine } from "../../core/operation";
import { anActor, anAdmin, system, visitor } from "../../testing/actors";
import { aTag, faults, refusal } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { createTag } from "../taxonomy/tags/mutations";
import { listLogs } from "./queries";

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
