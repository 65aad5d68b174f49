import { postgres } from "../../../../db/dialect";
import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  categories,
  comments,
  importMemory,
  importRecords,
  imports,
  jobs,
  journals,
  oldAddresses,
  postRevisions,
  posts,
  sheets,
  tags,
  users,
} from "../../../../db/schema";
import { type Actor } from "../../../core/access";
import { AppError } from "../../../core/errors";
import { engine } from "../../../core/operation";
import { anAdmin, system } from "../../../testing/actors";
import {
  aForeignCategory,
  aForeignJournal,
  aForeignTag,
  aForeignUser,
  aReply,
  aSource,
  aSourceFile,
  aText,
} from "../../../testing/foreign-source";
import { aPost } from "../../../testing/factories";
import { reserve } from "../../../core/room";
import { freshDatabase, stored } from "../../../testing/setup";
import { createTag } from "../../taxonomy/tags/mutations";
import { searchPosts } from "../../writing/posts/search";
import { deletePost, updatePost } from "../../writing/posts/mutations";
import type { ForeignRecord, Unread } from "../records";
import type { OpenSource } from "../reading";
import { makeImportHere } from "./claiming";
import { leaseOf } from "./lease";
import { wxr } from "../readers/wordpress/testing-wxr";
import { resumeImport, undoImport, undoImportHere } from "./mutations";
import { getImport, listImportRecords } from "./queries";
import { runImport, tryImport } from "./running";
import type { Control } from "./control";
import { measure } from "./opening";

let admin: Actor & { id: number };

beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
});

type Records = readonly (ForeignRecord | Unread)[];
const opened =
  (records: Records, facts: Partial<OpenSource> = {}) =>
  async () =>
    aSource(records, facts);

async function take(records: Records, content = JSON.stringify(records), facts: Partial<OpenSource> = {}) {
  const path = aSourceFile(content);
  const { sha256 } = await measure(path);
  const { id } = await makeImportHere(admin, { kind: "wordpress", sha256, choices: { path } });
  return runImport(admin, id, { open: opened(records, facts) });
}

const blog: ForeignRecord[] = [
  aForeignUser("alice"),
  aForeignCategory("News"),
  aForeignCategory("Local", { parent: "News" }),
  aForeignTag("one"),
  aText("1", { author: "alice", categories: ["Local"], tags: ["one"], oldAddresses: ["/2019/05/text-1/", "/?p=1"] }),
  aReply("c1", "1"),
  aReply("c2", "1", { parent: "c1", status: "AUDITING" }),
  aReply("c3", "1", { parent: "c2" }),
  aText("2", {
    kind: "sheet",
    slug: "about",
    editorType: "RICHTEXT",
    originalContent: '<p><a href="https://old.example/2019/05/text-1/#x">one</a><script>1</script></p>',
  }),
  aForeignJournal("j1"),
];

const everything = async () => [
  await stored().select().from(posts).orderBy(asc(posts.id)),
  await stored().select().from(sheets).orderBy(asc(sheets.id)),
  await stored().select().from(comments).orderBy(asc(comments.id)),
  await stored().select().from(tags),
  await stored().select().from(categories),
  await stored().select().from(users).orderBy(asc(users.id)),
  await stored().select().from(journals),
  await stored().select().from(postRevisions),
];

describe("an import", () => {
  it("takes in records with their dates, places and authors, and leads old links to them", async () => {
    const report = await take(blog);
    expect(report).toMatchObject({
      state: "DONE",
      resumed: false,
      redirects: 2,
      progressDone: 10,
      progressTotal: 10,
      summary: {
        imported: 10,
        updated: 0,
        unchanged: 0,
        skipped: 0,
        failed: 0,
        warnings: 1,
      },
      made: {
        tags: ["one"],
        categories: ["News", "News/Local"],
        users: ["alice"],
      },
    });
    const [post] = await stored().select().from(posts);
    expect(post).toMatchObject({
      title: "Text 1",
      slug: "text-1",
      status: "PUBLISHED",
      commentCount: 1,
      version: 1,
      createTime: new Date("2019-05-06T07:08:09Z"),
      publishedTime: new Date("2019-05-06T07:08:09Z"),
      content: "<p>This is text <em>1</em>.</p>",
    });
    const [alice] = await stored().select().from(users).where(eq(users.username, "alice"));
    expect([post?.authorId, alice?.role, alice?.passwordHash]).toEqual([alice?.id, "AUTHOR", null]);
    const [about] = await stored().select().from(sheets);
    expect(about?.originalContent).toBe('<p><a href="/archives/text-1#x">one</a><script>1</script></p>');
    expect(about?.content).toContain('<a href="/archives/text-1#x">');
    expect(report.records.find(({ kind }) => kind === "sheet")).toMatchObject({
      outcome: "imported",
      url: "/about",
      warnings: ["removed on display: 1 script"],
    });
    const replies = await stored().select().from(comments).orderBy(asc(comments.id));
    expect(
      replies.map(({ visible, rootId, parentId, notified, allowNotification }) => ({
        visible,
        rootId,
        parentId,
        notified,
        allowNotification,
      })),
    ).toEqual([
      { visible: true, rootId: null, parentId: null, notified: true, allowNotification: false },
      { visible: false, rootId: 1, parentId: 1, notified: true, allowNotification: false },
      { visible: false, rootId: 1, parentId: 2, notified: true, allowNotification: false },
    ]);
    expect((await searchPosts(system, { keyword: "text" })).total).toBe(1);
    expect(await stored().select().from(jobs)).toEqual([]);
    expect((await stored().select().from(oldAddresses)).map(({ path }) => path).sort()).toEqual([
      "/2019/05/text-1",
      "/?p=1",
    ]);
  });

  it("changes nothing the second time", async () => {
    await take(blog);
    const before = await everything();
    const again = await take(blog, "the same records in another file");
    expect(again.summary).toEqual({ imported: 0, updated: 0, unchanged: 10, skipped: 0, failed: 0, warnings: 0 });
    expect(await everything()).toEqual(before);
  });

  it("reports the same in a dry run, and writes nothing", async () => {
    const before = await everything();
    const path = aSourceFile("x");
    const dry = await tryImport(admin, "wordpress", { path }, { open: opened(blog) });
    expect(await everything()).toEqual(before);
    expect(await stored().select().from(importMemory)).toEqual([]);
    const real = await take(blog);
    expect([dry.summary, dry.kinds, dry.made]).toEqual([real.summary, real.kinds, real.made]);
    expect(dry.redirects).toBe(real.redirects);
    expect(dry).toMatchObject({ id: null, dryRun: true, state: "DONE" });
  });

  it("writes what changed at the source, keeps the text it replaces, and leaves what was changed here", async () => {
    await take(blog);
    await updatePost(admin, { postId: 1, title: "Named here", originalContent: "Edited here", status: "INTIMATE" });
    const changed = blog.map((record) =>
      record.source === "1" && record.kind === "post" ? { ...record, originalContent: "Another text" } : record,
    );
    const report = await take(changed);
    expect(report.summary).toMatchObject({ imported: 0, updated: 1, unchanged: 9 });
    expect(report.records[0]).toMatchObject({
      warnings: ["it was edited here since; the text it had is kept as a revision"],
    });
    expect((await stored().select().from(posts))[0]).toMatchObject({
      title: "Named here",
      status: "INTIMATE",
      originalContent: "Another text",
    });
    expect((await stored().select().from(postRevisions)).map((row) => row.originalContent)).toEqual([
      "This is text *1*.",
      "Edited here",
    ]);
  });

  it("leaves alone what somebody is writing here and has not published", async () => {
    await take(blog);
    await updatePost(admin, { postId: 1, title: "Text 1", originalContent: "Being written", autoSave: true });
    const changed = blog.map((record) =>
      record.source === "1" && record.kind === "post" ? { ...record, originalContent: "Another text" } : record,
    );
    const report = await take(changed);
    expect(report.records[0]?.warnings).toContain("what is written here and not yet published stays as it is");
    expect((await stored().select().from(posts))[0]).toMatchObject({
      originalContent: "Another text",
      workingOriginalContent: "Being written",
    });
  });

  it("ends where the file is cut off, and goes on with the whole file", async () => {
    const content = '<p><a href="https://old.example/?p=3">three</a></p>';
    const whole = wxr([{ id: 1, content }, { id: 2 }, { id: 3, slug: "three" }]);
    const takeFile = async (text: string) => {
      const path = aSourceFile(text, "old.xml");
      const { sha256 } = await measure(path);
      const { id } = await makeImportHere(admin, { kind: "wordpress", sha256, choices: { path } });
      return runImport(admin, id);
    };
    const cut = await takeFile(whole.slice(0, whole.indexOf("<wp:post_id>3") + 5));
    expect(cut).toMatchObject({ state: "FAILED", kinds: { post: { imported: 2 } } });
    expect(cut.error).toMatch(/byte \d+.*post 2/);
    expect(await takeFile(whole)).toMatchObject({ state: "DONE", kinds: { post: { imported: 1, unchanged: 2 } } });
    const [first] = await stored().select().from(posts).orderBy(asc(posts.id));
    expect(first?.originalContent).toBe('<p><a href="/archives/three">three</a></p>');
  });

  // The rows of PostgreSQL stand on another machine's disk.
  it.skipIf(postgres)("ends on a full disk with what is stored, and goes on where there is room again", async () => {
    const many = Array.from({ length: 130 }, (_, i) => aText(`${i + 1}`));
    const path = aSourceFile("many");
    const { sha256 } = await measure(path);
    const { id } = await makeImportHere(admin, { kind: "wordpress", sha256, choices: { path } });
    const { bytes, share } = reserve;
    const fill = () => void Object.assign(reserve, { bytes: Number.POSITIVE_INFINITY, share: 1 });
    try {
      const full = await runImport(admin, id, { open: opened(many), onProgress: fill });
      expect(full).toMatchObject({ state: "FAILED", error: expect.stringContaining("The disk is almost full") });
      const kept = (await stored().select().from(posts)).length;
      expect([kept > 0, kept < 130, kept]).toEqual([true, true, full.kinds.post?.imported]);
    } finally {
      Object.assign(reserve, { bytes, share });
    }
    await resumeImport(admin, { importId: id });
    expect(await runImport(admin, id, { open: opened(many) })).toMatchObject({
      state: "DONE",
      resumed: true,
      kinds: { post: { imported: 130 } },
    });
  });

  it("does not bring back what was deleted here", async () => {
    await take(blog);
    await deletePost(admin, { postId: 1, permanent: true });
    const report = await take(blog, "again");
    expect(report.kinds.post).toMatchObject({ skipped: 1, imported: 0 });
    expect(await stored().select().from(posts)).toEqual([]);
  });

  it("gives a taken address a number", async () => {
    const report = await take([aText("1", { slug: "same" }), aText("2", { slug: "same" })]);
    expect((await stored().select().from(posts).orderBy(posts.id)).map(({ slug }) => slug)).toEqual(["same", "same-2"]);
    expect(report.records[0]?.warnings).toEqual(['the address "same" is taken here; it has "same-2"']);
  });

  it("names each record that cannot be taken in, and goes on", async () => {
    const report = await take([
      aText("1", { originalContent: "x".repeat(3 * 1024 * 1024) }),
      aText("2"),
      aText("2", { title: "The same identifier" }),
      { kind: "post", source: "4", title: "Four", warnings: [], failed: "it cannot be read" },
      { kind: "comment", source: "c", title: "spam", warnings: [], skipped: "spam" },
    ]);
    expect(report.summary).toMatchObject({ imported: 1, failed: 3, skipped: 1 });
    expect(report.records.map(({ source, outcome, reason }) => [source, outcome, reason])).toEqual([
      ["1", "failed", "its text is longer than 2 MiB"],
      ["2", "failed", "the source has another record with this identifier"],
      ["4", "failed", "it cannot be read"],
      ["c", "skipped", "spam"],
      ["2", "imported", null],
    ]);
    // Page by page as well, what needs attention first where that is asked for.
    const listed = await listImportRecords(admin, { importId: report.id ?? 0, sort: ["attention,asc"], size: 4 });
    expect(listed.items.map(({ outcome }) => outcome)).toEqual(["failed", "failed", "failed", "skipped"]);
  });

  it("takes in very many comments below one text", async () => {
    const many = Array.from({ length: 1500 }, (_, i) => aReply(`c${i}`, "1", { parent: i === 0 ? null : `c${i - 1}` }));
    const report = await take([aText("1"), ...many]);
    expect(report.kinds).toMatchObject({ post: { imported: 1 }, comment: { imported: 1500 } });
    expect((await stored().select().from(posts))[0]?.commentCount).toBe(1500);
    expect((await stored().select().from(comments).orderBy(asc(comments.id))).at(-1)).toMatchObject({
      rootId: 1,
      parentId: 1499,
    });
  });
});

describe("taking an import back", () => {
  const takeBack = async (id: number | null) => {
    await undoImport(admin, { importId: id ?? 0 });
    return runImport(admin, id ?? 0);
  };

  it("removes what it made and nothing else", async () => {
    const before = await everything();
    const { id } = await take(blog);
    const report = await takeBack(id);
    expect(report).toMatchObject({ state: "UNDONE", kept: [] });
    expect(await everything()).toEqual(before);
    expect([await stored().select().from(importMemory), await stored().select().from(oldAddresses)]).toEqual([[], []]);
    expect((await take(blog)).summary).toMatchObject({ imported: 10 });
  });

  it("puts back the text that it had replaced, the later import first", async () => {
    const first = await take(blog);
    const before = await everything();
    const changed = blog.map((record) =>
      record.source === "1" && record.kind === "post" ? { ...record, title: "Two", originalContent: "Two" } : record,
    );
    const second = await take(changed);
    await expect(undoImport(admin, { importId: first.id ?? 0 })).rejects.toMatchObject({
      extra: { reason: "import_superseded" },
    });
    await takeBack(second.id);
    const after = await everything();
    const withoutVersion = (rows: unknown) => (rows as { version?: number }[]).map((row) => ({ ...row, version: 0 }));
    expect(after.map(withoutVersion)).toEqual(before.map(withoutVersion));
    expect((await takeBack(first.id)).kept).toEqual([]);
  });

  it("leaves what somebody has changed here since, and names it", async () => {
    const { id } = await take(blog);
    await updatePost(admin, { postId: 1, title: "Mine now" });
    const report = await takeBack(id);
    expect(report.kept.map(({ kind, why }) => [kind, why])).toEqual([
      ["comment", "the text it is on stays"],
      ["comment", "the text it is on stays"],
      ["comment", "the text it is on stays"],
      ["post", "it was changed here since"],
      ["tag", "posts have it"],
      ["category", "something is in it"],
      ["category", "something is in it"],
      ["user", "somebody has signed in to it, or it owns something"],
    ]);
    expect(await stored().select().from(posts)).toHaveLength(1);
    expect(await stored().select().from(sheets)).toEqual([]);
  });
});

describe("an undo that was stopped", () => {
  // More than one batch of it.
  const many: ForeignRecord[] = Array.from({ length: 130 }, (_, i) => aText(`${i + 1}`));
  const rowOf = async (id: number) => (await stored().select().from(imports).where(eq(imports.id, id)))[0];

  /** Takes them in and stops the undo after its first batch. */
  async function halfUndone(control: Partial<Control> = {}): Promise<number> {
    const id = Number((await take(many)).id);
    await undoImport(admin, { importId: id });
    const stop = new AbortController();
    const report = await runImport(admin, id, { signal: stop.signal, onProgress: () => stop.abort(), ...control });
    expect(report).toMatchObject({ state: "UNDOING", error: null });
    expect(await stored().select().from(posts)).toHaveLength(30);
    return id;
  }

  it("goes on as an undo, where it was stopped and where its server was", async () => {
    for (const goesOnLater of [undefined, async () => true, async () => false]) {
      const id = await halfUndone(goesOnLater && { goesOnLater });
      // It waits for its server, or for somebody.
      expect((await getImport(admin, { importId: id })).stopped).toBe((await goesOnLater?.()) !== true);
      expect(await runImport(admin, id)).toMatchObject({ state: "UNDONE", resumed: false, kept: [] });
      expect(await stored().select().from(posts)).toEqual([]);
    }
  });

  it("goes on as an undo after its process was killed", async () => {
    const id = await halfUndone();
    const killed = { ...leaseOf("killed", new Date()), processStart: "long ago", endTime: null };
    await engine().transaction(
      (db) => db.update(imports).set(killed).where(eq(imports.id, id)),
      () => null,
    );
    expect((await getImport(admin, { importId: id })).stopped).toBe(true);
    await undoImportHere(admin, { importId: id });
    expect(await runImport(admin, id)).toMatchObject({ state: "UNDONE" });
    expect(await stored().select().from(posts)).toEqual([]);
  });

  it("is never gone on with as an import, nor is another one of its site begun", async () => {
    const id = await halfUndone();
    await expect(resumeImport(admin, { importId: id })).rejects.toMatchObject({
      extra: { reason: "import_not_stopped" },
    });
    await expect(take(many)).rejects.toMatchObject({ extra: { reason: "import_half_undone" } });
    const other = await take(many, "another file of the same site");
    expect(other).toMatchObject({ state: "FAILED", error: expect.stringContaining(`import undo ${id}`) });
    expect(await stored().select().from(posts)).toHaveLength(30);
    await undoImport(admin, { importId: id });
    expect(await runImport(admin, id)).toMatchObject({ state: "UNDONE" });
    expect((await take(many, "another file of the same site")).summary).toMatchObject({ imported: 130 });
  });

  it("says what stopped it, and goes on when that is mended", async () => {
    const id = Number((await take(many)).id);
    await undoImport(admin, { importId: id });
    const failing = () => {
      throw new AppError("storage_full", "The disk is full.");
    };
    const report = await runImport(admin, id, { onProgress: failing });
    expect(report).toMatchObject({ state: "UNDOING", error: "The disk is full.", stopped: true });
    expect((await rowOf(id))?.leaseOwner).toBeNull();
    expect(await runImport(admin, id)).toMatchObject({ state: "UNDONE", error: null, stopped: false });
  });
});

it("lets new records get numbers after those that an export of this program keeps", async () => {
  const path = aSourceFile("export", "export.zip");
  const { sha256 } = await measure(path);
  const { id } = await makeImportHere(admin, { kind: "broadsheet", sha256, choices: { path } });
  const report = await runImport(admin, id, {
    open: opened([aForeignTag("8"), aText("41"), aText("7")], { kind: "broadsheet" }),
  });
  expect(report.records.map(({ id: here }) => here)).toEqual([41, 7]);
  expect((await aPost(admin)).id).toBe(42);
  expect((await createTag(admin, { name: "Later" })).id).toBe(9);
});

it("notes nothing twice", async () => {
  await take(blog);
  const rows = await stored().select().from(importRecords);
  expect(new Set(rows.map(({ kind, source }) => `${kind} ${source}`)).size).toBe(rows.length);
});

describe("an import whose server is killed", () => {
  /** As the row stands when the process that runs an import is killed. */
  const killed = (id: number, to: object = {}) =>
    engine().transaction(
      (db) =>
        db
          .update(imports)
          .set({ state: "RUNNING", endTime: null, ...leaseOf("killed", new Date()), processStart: "long ago", ...to })
          .where(eq(imports.id, id)),
      () => null,
    );
  /** One that was stopped before its first batch. */
  async function begun(): Promise<{ id: number; control: Control }> {
    const path = aSourceFile(JSON.stringify(blog));
    const { sha256 } = await measure(path);
    const { id } = await makeImportHere(admin, { kind: "wordpress", sha256, choices: { path } });
    return { id, control: { open: opened(blog) } };
  }

  it("goes on by itself once; the second time it stops and says so, until somebody goes on with it", async () => {
    const { id, control } = await begun();
    await killed(id);
    expect(await runImport(admin, id, control)).toMatchObject({ state: "DONE" });
    await killed(id);
    expect(await runImport(admin, id, control)).toMatchObject({
      state: "FAILED",
      error: expect.stringMatching(/^The server ended 2 times while this ran/),
    });
    await resumeImport(admin, { importId: id });
    expect(await runImport(admin, id, control)).toMatchObject({ state: "DONE", error: null });
  });

  it("does not end it where it is stopped in order, however often", async () => {
    const { id, control } = await begun();
    for (let times = 0; times < 3; times += 1) {
      const stop = new AbortController();
      stop.abort(new Error("stopping"));
      const stopped = { ...control, signal: stop.signal, goesOnLater: async () => true };
      expect(await runImport(admin, id, stopped)).toMatchObject({ state: "WAITING" });
    }
    expect(await runImport(admin, id, control)).toMatchObject({ state: "DONE" });
  });

  it("stops the undo as well, until somebody asks for it again", async () => {
    const { id, control } = await begun();
    await runImport(admin, id, control);
    await undoImport(admin, { importId: id });
    await killed(id, { state: "UNDOING", interruptions: 1 });
    expect(await runImport(admin, id)).toMatchObject({
      state: "UNDOING",
      stopped: true,
      error: expect.stringMatching(/^The server ended 2 times/),
    });
    await undoImport(admin, { importId: id });
    expect(await runImport(admin, id)).toMatchObject({ state: "UNDONE" });
  });
});

// About the event loop; PGlite has each of the 30,000 look-ups wait for its own.
it.skipIf(postgres)("a text that shows 30,000 files of the old site leaves turns for others meanwhile", async () => {
  const images = Array.from({ length: 30_000 }, (_, i) => `<img src="https://old.example/i/${i}.png">`).join("");
  let [turns, longest, last] = [0, 0, performance.now()];
  const watching = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
    turns += 1;
  }, 5);
  const began = performance.now();
  const text = aText("1", { editorType: "RICHTEXT", originalContent: `<p>a</p>${images}` });
  const { state } = await take([text], "many files", {
    site: "https://old.example",
    hosts: { site: ["old.example"], files: [] },
  });
  clearInterval(watching);
  expect(state).toBe("DONE");
  expect(turns).toBeGreaterThan(20);
  // Without turns, looking the files up is two fifths of it.
  expect(longest).toBeLessThan((performance.now() - began) / 4);
});
