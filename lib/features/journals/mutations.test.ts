import Database from "../../../db/sqlite-driver.mjs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { postgres } from "../../../db/dialect";
import { AppError } from "../../core/errors";
import { journals } from "../../../db/schema";
import type { Actor } from "../../core/access";
import { subscribe } from "../../core/events";
import { flushCounts } from "../writing/counters";
import { anActor, anAuthor, anEditor, system, visitor } from "../../testing/actors";
import { aToken, call } from "../../testing/api";
import { aJournal, faults, lastEvent } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { likeJournal } from "./likes";
import { createJournal, deleteJournal, updateJournal } from "./mutations";
import { getJournal, getPublicJournal, listJournals, listPublicJournals } from "./queries";
import { visibleTo } from "../visibility/journals";

let author: Actor & { id: number };

beforeEach(async () => {
  await freshDatabase();
  await flushCounts();
  author = await anAuthor();
});

const ids = (found: { id: number }[]) => found.map(({ id }) => id).sort((a, b) => a - b);
const there = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === "not_found") return false;
      throw error;
    },
  );

it("a note that was changed is another one for visitors", async () => {
  const { id } = await createJournal(author, { sourceContent: "Fog." });
  const contents = async () => (await listPublicJournals(visitor, {})).items.map(({ content }) => content);
  expect(await contents()).toEqual(["<p>Fog.</p>"]);
  await updateJournal(author, { id, sourceContent: "Sun." });
  expect(await contents()).toEqual(["<p>Sun.</p>"]);
});

// PostgreSQL keeps each statement as long as its connection.
it.skipIf(postgres)("a note is found by one statement, however many readers' accounts ask", async () => {
  const { id } = await createJournal(author, { sourceContent: "Fog." });
  const readers = await Promise.all([anActor("SUBSCRIBER"), anActor("SUBSCRIBER"), anActor("SUBSCRIBER")]);
  await getPublicJournal(visitor, { id });
  const prepare = vi.spyOn(Database.prototype, "prepare");
  for (const reader of readers) await getPublicJournal(reader, { id });
  expect(prepare.mock.calls.map(([text]) => text)).toEqual([]);
  prepare.mockRestore();
});

describe("Create journal", () => {
  it("needs its source only, and is PUBLIC", async () => {
    const journal = await createJournal(author, { sourceContent: "Fog *again*.<script>x</script>" });
    expect(journal).toEqual({
      id: journal.id,
      type: "PUBLIC",
      sourceContent: "Fog *again*.<script>x</script>",
      content: "<p>Fog <em>again</em>.</p>",
      keepRaw: false,
      url: `/journals/${journal.id}`,
      likes: 0,
      commentCount: 0,
      authorId: author.id,
      author: { id: author.id, nickname: author.name, avatar: "" },
      createTime: expect.any(Date),
      updateTime: expect.any(Date),
      version: expect.any(Number),
    });
    expect(await lastEvent()).toMatchObject({
      operation: "createJournal",
      subject: `journal:${journal.id}`,
      summary: "PUBLIC",
      cacheKeys: ["journals", `journal:${journal.id}`],
    });
  });

  it("keeps given HTML where it is to be kept raw, sanitised; otherwise renders the source", async () => {
    expect(
      await createJournal(author, { sourceContent: "source", content: '<p onclick="x()">kept</p>', keepRaw: true }),
    ).toMatchObject({ sourceContent: "source", content: "<p>kept</p>", keepRaw: true });
    expect(
      await createJournal(author, { sourceContent: "source", content: "<p>not kept</p>", keepRaw: false }),
    ).toMatchObject({ content: "<p>source</p>", keepRaw: false });
  });

  it("refuses one that says nothing", async () => {
    for (const sourceContent of ["", " \n ", "<script>alert(1)</script>", "<!-- only a remark -->"])
      expect(await faults(createJournal(author, { sourceContent }))).toEqual(["sourceContent required"]);
    expect(await createJournal(author, { sourceContent: "![](/a.png)" })).toMatchObject({
      content: expect.stringContaining("<img"),
    });
    expect(await createJournal(author, { sourceContent: "", content: "<p>all there is</p>" })).toMatchObject({
      content: "<p>all there is</p>",
      keepRaw: true,
    });
    expect(await stored().select({ id: journals.id }).from(journals)).toHaveLength(2);
  });

  it("is a note: one whose HTML is long is refused, since lists hold notes whole", async () => {
    expect(await faults(createJournal(author, { sourceContent: "&".repeat(20_000) }))).toEqual([
      "sourceContent too_long",
    ]);
    expect((await createJournal(author, { sourceContent: "&".repeat(5_000) })).content).toHaveLength(30_007);
  });

  it("is an AUTHOR's", async () => {
    for (const [actor, status] of [
      [visitor, 401],
      [await anActor("SUBSCRIBER"), 403],
    ] as const)
      await expect(createJournal(actor, { sourceContent: "x" })).rejects.toMatchObject({ status });
  });
});

describe("Update journal", () => {
  it("leaves alone what is not sent, and clears by null", async () => {
    const before = await createJournal(author, { sourceContent: "one", type: "INTIMATE" });
    expect(await updateJournal(author, { id: before.id, sourceContent: "two" })).toEqual({
      ...before,
      sourceContent: "two",
      content: "<p>two</p>",
      updateTime: expect.any(Date),
      version: expect.any(Number),
    });
    expect(
      await updateJournal(author, { id: before.id, sourceContent: "two", content: "<b>raw</b>", keepRaw: true }),
    ).toMatchObject({ content: "<b>raw</b>", type: "INTIMATE" });
    expect(await updateJournal(author, { id: before.id, sourceContent: "three" })).toMatchObject({
      content: "<b>raw</b>",
      keepRaw: true,
    });
    expect(
      await updateJournal(author, { id: before.id, sourceContent: "three", keepRaw: null, type: null }),
    ).toMatchObject({ content: "<p>three</p>", keepRaw: false, type: "INTIMATE" });
    expect(await faults(updateJournal(author, { id: before.id, sourceContent: " ", content: null }))).toEqual([
      "sourceContent required",
    ]);
  });

  it("of two at the same moment is as if one had come after the other", async () => {
    const { id } = await aJournal(author, { sourceContent: "one" });
    await Promise.all([
      updateJournal(author, { id, sourceContent: "two", content: "<p>raw</p>", keepRaw: true }),
      updateJournal(author, { id, sourceContent: "three" }),
    ]);
    expect(await getJournal(author, { id })).toMatchObject({ keepRaw: true, content: "<p>raw</p>" });
  });

  it("is its author's and an EDITOR's; others find nothing to change", async () => {
    const { id } = await aJournal(author);
    const other = await anAuthor();
    for (const work of [
      () => updateJournal(other, { id, sourceContent: "x" }),
      () => deleteJournal(other, { id }),
      () => getJournal(other, { id }),
      () => updateJournal(author, { id: 999, sourceContent: "x" }),
    ])
      await expect(work()).rejects.toMatchObject({ status: 404 });
    const editor = await anEditor();
    expect(await updateJournal(editor, { id, sourceContent: "edited" })).toMatchObject({ authorId: author.id });
    await deleteJournal(editor, { id });
    await expect(getJournal(editor, { id })).rejects.toMatchObject({ status: 404 });
  });

  it("makes what shows it stale", async () => {
    const { id } = await aJournal(author);
    const heard: (readonly string[])[] = [];
    const stop = subscribe((event) => heard.push(event.cacheKeys));
    await updateJournal(author, { id, sourceContent: "x" });
    await deleteJournal(author, { id });
    stop();
    expect(heard).toEqual([
      ["journals", `journal:${id}`],
      ["journals", `journal:${id}`],
    ]);
  });
});

describe("who finds a journal", () => {
  it("everyone a PUBLIC one; an INTIMATE one its author and editors, and never in a list", async () => {
    const [open, secret] = [
      await aJournal(author),
      await aJournal(author, { type: "INTIMATE", sourceContent: "hush" }),
    ];
    const actors: [string, Actor][] = [
      ["visitor", visitor],
      ["subscriber", await anActor("SUBSCRIBER")],
      ["another", await anAuthor()],
      ["own", author],
      ["editor", await anEditor()],
      ["system", system],
    ];
    for (const [name, actor] of actors) {
      const sees = ["own", "editor", "system"].includes(name);
      const found = async (reach: Parameters<typeof visibleTo>[1]) =>
        ids(await stored().select({ id: journals.id }).from(journals).where(visibleTo(actor, reach)));
      expect([name, await found("list"), await found("address"), await found("dashboard")]).toEqual([
        name,
        [open.id],
        sees ? [open.id, secret.id] : [open.id],
        sees ? [open.id, secret.id] : [],
      ]);
      for (const filter of [{}, { keyword: "h" }, { sort: ["likes,desc" as const] }])
        expect([name, ids((await listPublicJournals(actor, filter)).items).includes(secret.id)]).toEqual([name, false]);
      expect([
        name,
        await there(getPublicJournal(actor, { id: secret.id })),
        await there(likeJournal(actor, { id: secret.id })),
      ]).toEqual([name, sees, sees]);
      expect(await there(getPublicJournal(actor, { id: open.id }))).toBe(true);
    }
    expect((await listPublicJournals(visitor, {})).items[0]).not.toHaveProperty("sourceContent");
  });

  it("never by words of its source that readers are not shown", async () => {
    const { id } = await aJournal(author, { sourceContent: "<!-- hush -->Fog & *mist*.\n\n[x]: /y 'hush'" });
    const kept = await aJournal(author, { sourceContent: "hush", content: "<p>Sun</p>", keepRaw: true });
    const picture = await aJournal(author, { sourceContent: "![hush](/a.png)<!-- hush -->" });
    const found = async (keyword: string) => ids((await listPublicJournals(visitor, { keyword })).items);
    expect([await found("fog & "), await found("MIST"), await found("sun")]).toEqual([[id], [id], [kept.id]]);
    expect(await found("hush")).toEqual([picture.id]);
  });

  it("the newest first, a page at a time", async () => {
    const made = [];
    for (let i = 0; i < 5; i += 1) made.push((await aJournal(author)).id);
    expect((await listPublicJournals(visitor, { page: 2, size: 2 })).items.map(({ id }) => id)).toEqual([
      made[2],
      made[1],
    ]);
    expect(
      (await listJournals(author, { size: 1, type: "PUBLIC", sort: ["id,asc"] })).items.map(({ id }) => id),
    ).toEqual([made[0]]);
    expect((await listJournals(author, { type: "INTIMATE" })).total).toBe(0);
    expect((await listJournals(author, { keyword: "JOURNAL" })).total).toBe(5);
    const { headers, list } = await call("GET", "/content/journals?page=2&size=2");
    expect([list.length, headers.get("x-total-count")]).toEqual([2, "5"]);
  });
});

describe("likes of a journal", () => {
  it("count an address once a day", async () => {
    const { id } = await aJournal(author);
    const heard: (readonly string[])[] = [];
    const stop = subscribe((event) => heard.push(event.cacheKeys));
    for (const ip of ["198.18.9.1", "198.18.9.1", "198.18.9.2"]) await likeJournal({ ...visitor, ip }, { id });
    expect((await getPublicJournal(visitor, { id })).likes, "at once").toBe(2);
    await flushCounts();
    stop();
    expect(heard).toEqual([
      ["journals", `journal:${id}`],
      ["journals", `journal:${id}`],
      ["journals", `journal:${id}`],
    ]);
    expect((await getPublicJournal(visitor, { id })).likes).toBe(2);
    await expect(likeJournal(visitor, { id: 999 })).rejects.toMatchObject({ status: 404 });
  });
});

it("refuses another id in the body than the address says", async () => {
  const [{ id }, { token }] = [await aJournal(), await aToken("EDITOR")];
  expect(await call("PUT", `/admin/journals/${id}`, { token, body: { id: id + 1, sourceContent: "x" } })).toMatchObject(
    { status: 400, json: { errors: [{ field: "id", code: "wrong_value" }] } },
  );
});

it("is refused with what is there now where it was changed since it was read", async () => {
  const editor = await anEditor();
  const { id, version } = await createJournal(editor, { sourceContent: "First." });
  const second = await updateJournal(editor, { id, sourceContent: "Second.", expectedVersion: version });
  expect(second.version).toBeGreaterThan(version);
  await expect(updateJournal(editor, { id, sourceContent: "Mine.", expectedVersion: version })).rejects.toMatchObject({
    code: "stale",
    extra: { current: { sourceContent: "Second.", version: second.version } },
  });
  expect(await updateJournal(editor, { id, sourceContent: "Mine.", expectedVersion: second.version })).toMatchObject({
    sourceContent: "Mine.",
  });
  // Whoever names no version replaces what there is.
  expect(await updateJournal(editor, { id, sourceContent: "Last." })).toMatchObject({ sourceContent: "Last." });
});
