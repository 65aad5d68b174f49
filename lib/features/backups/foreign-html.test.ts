import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { openDatabase, type OpenDatabase } from "../../../db/open";
import { comments, options, postRevisions, posts, removedParts, removedRecords } from "../../../db/schema";
import { env } from "../../core/env";
import { engine, installEngine } from "../../core/operation";
import { system } from "../../core/access";
import { provideFeatures } from "../../server/features";
import { anActor } from "../../testing/actors";
import { everyText } from "../../testing/every-text";
import { aJournal, aPost, aSheet } from "../../testing/factories";
import { hasRealDatabase, realDatabase } from "../../testing/real-database";
import { statement, stored } from "../../testing/setup";
import { MAX_HTML } from "../../text/markdown/source";
import { ensureSiteKey } from "../accounts/sign-in/site-key";
import { deleteJournal } from "../journals/mutations";
import { setOptions } from "../options/mutations";
import { putBackRemoved } from "../removals/mutations";
import { BATCH } from "../renewals/queries";
import { stores } from "../renewals/stores";
import { makeInChild } from "./child";
import { restoreSite } from "./restoring";

provideFeatures();
const database = realDatabase();
const hostile = '<p>Written by <i onfocus="alert(1)" tabindex="1" autofocus>nobody</i>.</p>';
let open: OpenDatabase;

const write = (work: (db: ReturnType<typeof stored>) => Promise<unknown>) =>
  engine().transaction(
    async (db) => void (await work(db)),
    () => null,
  );

async function reopen(): Promise<void> {
  open = await openDatabase();
  installEngine(open);
}

/** All HTML that is stored. */
async function stocked(): Promise<string[]> {
  const found: string[] = [];
  for (const { table, texts } of stores)
    for (const row of (await stored().select().from(table)) as Record<string, unknown>[])
      for (const { html } of texts) if (row[html] !== null) found.push(row[html] as string);
  for (const { record } of await stored().select().from(removedRecords)) found.push(JSON.stringify(record.own));
  return found;
}

/** Backs the site up and restores it. Returns the HTML that whoever opens it finds, and the sentences for the owner. */
async function restored(): Promise<{ html: string[]; notes: string[] }> {
  const path = join(env.dataDir, "foreign.zip");
  await makeInChild({ path, reason: "MANUAL", withKey: true, program: "1" });
  let html: string[] = [];
  const { notes } = await restoreSite(path, {
    close: () => open.close(),
    open: async () => {
      await reopen();
      html = await stocked();
    },
    reopen,
    note: async () => undefined,
  });
  return { html, notes };
}

const danger = /onfocus|onerror/;

describe.skipIf(!hasRealDatabase)("HTML that the maker of a backup wrote", () => {
  beforeEach(async () => {
    open = await database.fresh();
    await ensureSiteKey();
  });

  it("is nowhere when the restored site is opened", async () => {
    await everyText();
    await write((db) => db.update(comments).set({ id: -5 }));
    await aPost(system, { originalContent: "", content: "<p>Kept</p>", keepRaw: true });
    for (const { table, texts } of stores)
      for (const { html } of texts) await write((db) => db.update(table).set({ [html]: hostile }));
    expect((await stocked()).every((html) => danger.test(html))).toBe(true);
    const { html, notes } = await restored();
    expect(html.length).toBeGreaterThan(10);
    expect(html.filter((each) => danger.test(each))).toEqual([]);
    expect(html).toContain("<p>Written by <i>nobody</i>.</p>");
    expect(html).toContain("<p>Some <em>new</em> text.</p>");
    expect(notes).toEqual([]);
  });

  it("leaves its words alone where neither it nor its source can be rendered, and the owner is told", async () => {
    const { id } = await aPost();
    const long = `${hostile}${"<b>".repeat(MAX_HTML / 3)}`;
    await write((db) => db.update(posts).set({ originalContent: "", content: long }).where(eq(posts.id, id)));
    const { html, notes } = await restored();
    expect(html).toEqual(["<p>Written by nobody .</p>"]);
    expect(notes).toEqual([expect.stringMatching(/only the words are shown.*posts 1, content: .*longer than/)]);
  });

  it("does not come back with a deleted record, however its rows are written", async () => {
    const author = await anActor("ADMIN");
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push((await aJournal(author, { sourceContent: `*Note* ${n}` })).id);
    for (const id of ids) await deleteJournal(author, { id });
    const [first, second, third] = await stored().select().from(removedRecords).orderBy(removedRecords.id);
    if (!first || !second || !third) throw new Error("they are not kept");
    const at = first.record.own.columns.indexOf("content");
    const [a, b, c] = [first.record.own, second.record.own, third.record.own].map(({ columns, rows }) => ({
      columns: [...columns],
      rows: rows.map((row) => [...row]),
    }));
    if (!a || !b || !c) throw new Error("there are three");
    for (const row of a.rows) row[at] = hostile;
    b.columns.push("content");
    for (const row of b.rows) row.push(hostile);
    for (const row of c.rows) row[at] = [`<p title="x onfocus=alert(1) tabindex=1">`];
    for (const [row, own] of [
      [first, a],
      [second, b],
      [third, c],
    ] as const)
      await write((db) =>
        db
          .update(removedRecords)
          .set({ record: { ...row.record, own } })
          .where(eq(removedRecords.id, row.id)),
      );
    const { html } = await restored();
    expect(html.filter((each) => danger.test(each))).toEqual([]);
    await putBackRemoved(author, { items: ids.map((id) => ({ kind: "journal" as const, id })) });
    expect((await stocked()).sort()).toEqual(ids.map((_, n) => `<p><em>Note</em> ${n}</p>`));
  });

  it("does not come back with a deleted record as rows of tables that do not belong to it", async () => {
    const author = await anActor("ADMIN");
    const { id: postId } = await aPost(author);
    const { id } = await aJournal(author, { sourceContent: "A note" });
    await deleteJournal(author, { id });
    const [kept] = await stored().select().from(removedRecords);
    if (!kept) throw new Error("it is not kept");
    const { own } = kept.record;
    const revision = {
      version: 1,
      title: "T",
      editorType: "MARKDOWN",
      keepRaw: true,
      createTime: new Date(),
      content: hostile,
    };
    const values = Object.entries({ ...revision, id: 900, postId, originalContent: "" });
    const again = Object.entries({ ...kept, id: 901, recordId: 902, record: { own, children: [] } });
    const beside = [
      { table: "postRevisions", columns: values.map(([name]) => name), rows: [values.map(([, value]) => value)] },
      { table: "removedRecords", columns: again.map(([name]) => name), rows: [again.map(([, value]) => value)] },
    ];
    await write((db) => db.insert(removedParts).values(beside.map((part) => ({ removalId: kept.id, part }))));
    await restored();
    await putBackRemoved(author, { items: [{ kind: "journal", id }] });
    expect((await stocked()).sort()).toEqual(["<p>A note</p>", "<p>Some <em>text</em>.</p>"]);
  });

  it("is told to the owner where it is code of public pages, which comes back as it was", async () => {
    await setOptions(system, { items: [{ key: "code_end", value: "<script>count()</script>" }] });
    expect((await restored()).notes).toEqual([expect.stringContaining("code that runs in visitors' browsers")]);
    expect((await stored().select().from(options)).map(({ value }) => value)).toContain("<script>count()</script>");
  });

  it("is not hidden by names of columns that are lists", async () => {
    const author = await anActor("ADMIN");
    await deleteJournal(author, { id: (await aJournal(author, { sourceContent: "A note" })).id });
    const [kept] = await stored().select().from(removedRecords);
    if (!kept) throw new Error("it is not kept");
    const at = kept.record.own.columns.indexOf("content");
    const own = {
      columns: kept.record.own.columns.map((name, place) => (place === at ? [name] : name)) as string[],
      rows: kept.record.own.rows.map((row) => row.map((value, place) => (place === at ? [hostile] : value))),
    };
    await write((db) => db.update(removedRecords).set({ record: { ...kept.record, own } }));
    await expect(restored()).rejects.toMatchObject({ code: "invalid", message: expect.stringContaining("deleted") });
  });

  it.skipIf(postgres)("is found where it is bytes, or has some that are no letters", async () => {
    const { id } = await aPost();
    await aSheet();
    await write((db) => statement(db, `UPDATE posts SET content = CAST('${hostile}' AS BLOB)`));
    await write((db) => statement(db, `UPDATE sheets SET content = '${hostile}' || CAST(x'ff' AS TEXT)`));
    expect(typeof (await stored().select().from(posts))[0]?.content).not.toBe("string");
    const { html } = await restored();
    expect(html.filter((each) => danger.test(each))).toEqual([]);
    expect(typeof (await stored().select().from(posts).where(eq(posts.id, id)))[0]?.content).toBe("string");
  });

  it.skipIf(postgres)("does not stand behind others of the same number", async () => {
    await everyText();
    const [{ id }] = (await stored().select().from(postRevisions)) as [typeof postRevisions.$inferSelect];
    const row = `SELECT * FROM post_revisions WHERE id = ${id}`;
    await write(async (db) => {
      await statement(db, `CREATE TABLE others AS ${row}`);
      await statement(db, "DROP TABLE post_revisions");
      await statement(db, "ALTER TABLE others RENAME TO post_revisions");
      for (let n = 0; n < 20; n += 1)
        await statement(db, `INSERT INTO post_revisions SELECT * FROM post_revisions LIMIT 1`);
      await statement(
        db,
        `UPDATE post_revisions SET content = '${hostile}' WHERE rowid = (SELECT max(rowid) FROM post_revisions)`,
      );
    });
    await expect(restored()).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("post_revisions"),
    });
  });

  it.skipIf(postgres)("does not stand behind a number that is read as the next one", async () => {
    for (let n = 1; n <= BATCH + 1; n += 1) await aSheet(system, { slug: `sheet-${n}` });
    const last = (n: number, number: bigint, more = "") =>
      write((db) => statement(db, `UPDATE sheets SET id = ${number}${more} WHERE slug = 'sheet-${n}'`));
    await last(BATCH, 2n ** 53n + 3n);
    await last(BATCH + 1, 2n ** 53n + 4n, `, content = '${hostile}'`);
    await expect(restored()).rejects.toMatchObject({ code: "invalid", message: expect.stringContaining("sheets") });
  });

  it.skipIf(postgres)("cannot be computed by its table later", async () => {
    await aPost();
    await write((db) =>
      statement(
        db,
        `ALTER TABLE journals ADD COLUMN later TEXT GENERATED ALWAYS AS ('${hostile.replaceAll('"', "")}')`,
      ),
    );
    await expect(restored()).rejects.toMatchObject({ code: "invalid", message: expect.stringContaining("journals") });
  });
});
