import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { knownMigrations } from "../../../db/migration-list";
import { openDatabase, type OpenDatabase } from "../../../db/open";
import { attachments, posts, removedRecords, webhooks } from "../../../db/schema";
import { columnsOfTables } from "../../../db/stored-columns";
import { env } from "../../core/env";
import { engine, installEngine } from "../../core/operation";
import { provideFeatures } from "../../server/features";
import { anActor } from "../../testing/actors";
import { everyText } from "../../testing/every-text";
import { aPost } from "../../testing/factories";
import { hasRealDatabase, realDatabase } from "../../testing/real-database";
import { stored } from "../../testing/setup";
import { anAttachment } from "../../testing/stored-files";
import { ensureSiteKey } from "../accounts/sign-in/site-key";
import { deleteAttachment } from "../attachments/mutations";
import { makeInChild } from "./child";
import { preparedDatabase } from "./prepared-database";
import { restoreSite } from "./restoring";
import type { Manifest } from "./schema";
import { describedColumns } from "./stored-json-schema";

provideFeatures();
const database = realDatabase();
let open: OpenDatabase;
async function reopen(): Promise<void> {
  open = await openDatabase();
  installEngine(open);
}
const write = (work: (db: ReturnType<typeof stored>) => Promise<unknown>) =>
  engine().transaction(
    async (db) => void (await work(db)),
    () => null,
  );

async function restored(): Promise<string[]> {
  const path = join(env.dataDir, "shapes.zip");
  await makeInChild({ path, reason: "MANUAL", withKey: true, program: "1" });
  const { notes } = await restoreSite(path, {
    close: () => open.close(),
    open: reopen,
    reopen,
    note: async () => undefined,
  });
  return notes;
}
const refusal = (columns: string) => ({
  code: "invalid",
  message: expect.stringContaining(`what no program can read: ${columns}.`),
});

it("each column of JSON is described", () => {
  const all = [...columnsOfTables].flatMap(([table, columns]) =>
    columns.flatMap(([name, kind]) => (kind === "json" ? [`${table}.${name}`] : [])),
  );
  expect([...describedColumns].sort()).toEqual(all.sort());
});

describe.skipIf(!hasRealDatabase)("a backup with JSON of another form than this program stores", () => {
  beforeEach(async () => {
    open = await database.fresh();
    await ensureSiteKey();
  });

  it("is restored where all of it is this program's", async () => {
    await everyText();
    await anAttachment("aaaa", Buffer.from("a picture"));
    expect(await restored()).toEqual([]);
  });

  it.each([
    ["posts.toc", () => write((db) => db.update(posts).set({ toc: {} as never }))],
    ["posts.toc", () => write((db) => db.update(posts).set({ toc: [{ id: "a", text: {}, depth: 2 }] as never }))],
    [
      "attachments.variants",
      () => write((db) => db.update(attachments).set({ variants: [{ width: 480, height: {}, size: 10 }] as never })),
    ],
    [
      "webhooks.events",
      () =>
        write((db) =>
          db.insert(webhooks).values({
            name: "a",
            url: "https://example.org/",
            secret: "",
            lastEventId: 0,
            events: { length: 1 } as never,
            createTime: new Date(),
            updateTime: new Date(),
          }),
        ),
    ],
  ])("is refused for %s", async (column, spoil) => {
    await aPost();
    await anAttachment("aaaa", Buffer.from("a picture"));
    await spoil();
    await expect(restored()).rejects.toMatchObject(refusal(column));
  });

  it("is refused for a deleted record that has it", async () => {
    const author = await anActor("ADMIN");
    await anAttachment("aaaa", Buffer.from("a picture"));
    await deleteAttachment(author, { attachmentId: 1 });
    const [kept] = await stored().select().from(removedRecords);
    if (!kept) throw new Error("it is not kept");
    const { own } = kept.record;
    const rows = own.rows.map((row) => row.map((value, at) => (own.columns[at] === "variants" ? {} : value)));
    await write((db) =>
      db
        .update(removedRecords)
        .set({ record: { ...kept.record, own: { ...own, rows } } })
        .where(eq(removedRecords.id, kept.id)),
    );
    await expect(restored()).rejects.toMatchObject(refusal("removed_records.record"));
  });
});

it.skipIf(postgres)("rows of PostgreSQL are examined like a file, where SQLite takes them", async () => {
  const time = "2026-01-01T00:00:00Z";
  const row = {
    id: 1,
    name: "a",
    url: "https://example.org/",
    secret: "",
    events: ["post.published"],
    enabled: true,
    last_event_id: 0,
    failing_since: null,
    create_time: time,
    update_time: time,
  };
  const taken = async (given: object) => {
    const into = mkdtempSync(join(env.dataDir, "rows-"));
    mkdirSync(join(into, "rows"));
    writeFileSync(join(into, "rows", "webhooks.jsonl"), `${JSON.stringify({ ...row, ...given })}\n`);
    const manifest = { engine: "POSTGRESQL", lastMigration: knownMigrations("postgres").at(-1) } as Manifest;
    return preparedDatabase.fromBackup(into, manifest);
  };
  expect(await taken({})).toEqual([]);
  await expect(taken({ events: { length: 1 } })).rejects.toMatchObject(refusal("webhooks.events"));
  await expect(taken({ last_event_id: "none" })).rejects.toMatchObject(refusal("webhooks.last_event_id"));
});
