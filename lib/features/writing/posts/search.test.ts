import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { searchIndex } from "../../../../db";
import { postgres } from "../../../../db/dialect";
import { posts } from "../../../../db/schema";
import { updateCategory } from "../../taxonomy/categories/mutations";
import { SEARCH_VERSION } from "../../../text/search";
import { engine } from "../../../core/operation";
import { anEditor, system, visitor } from "../../../testing/actors";
import { aCategory, aPost, faults, inHours, storedPost } from "../../../testing/factories";
import { freshDatabase, statement, stored } from "../../../testing/setup";
import { noteStatements } from "../../../testing/statements";
import { deletePosts, setPostsStatus, setPostStatuses } from "./bulk";
import { createPost, deletePost, restorePostRevision, setPostStatus, updatePost, updatePostContent } from "./mutations";
import { listPosts } from "./queries";
import { searchPosts } from "./search";
import { completeIndex, indexNextPosts } from "./search-index";
import { proofOf } from "../../visibility/locks";

const marked = (pieces: readonly { text: string; match: boolean }[]) =>
  pieces.map(({ text, match }) => (match ? `[${text}]` : text)).join("");
const titles = async (keyword: string, given: { page?: number; size?: number } = {}) =>
  (await searchPosts(visitor, { keyword, ...given })).items.map((post) => post.title);

describe("a search", () => {
  beforeAll(async () => {
    await freshDatabase();
    const given = [
      {
        title: "The old chart",
        originalContent: "A *needle* lies in the **harbour**, behind `code`.",
        createTime: inHours(-1),
      },
      { title: "Harbour letter", originalContent: "Nothing of note.", createTime: inHours(-50) },
      { title: "Newest", originalContent: "Back at the harbour.", createTime: inHours(-0.5) },
      { title: "港口来信", originalContent: "潮汐与节气,香港的人。", createTime: inHours(-3) },
      { title: "Émile & the <b>", originalContent: "Zoë naïve.", createTime: inHours(-4) },
    ];
    for (const each of given) await aPost(system, each);
  });

  it.each([
    ["harbour", ["Harbour letter", "Newest", "The old chart"]],
    ["HARBOUR", ["Harbour letter", "Newest", "The old chart"]],
    ["harb", ["Harbour letter", "Newest", "The old chart"]],
    ["harb letter", []],
    ["harbour needle", ["The old chart"]],
    ["old harb", ["The old chart"]],
    ["arbour", []],
    ["emile", ["Émile & the <b>"]],
    ["ÉMILE zoe", ["Émile & the <b>"]],
    ["港口", ["港口来信"]],
    ["口来", ["港口来信"]],
    ["信", ["港口来信"]],
    ["香港", ["港口来信"]],
    ["港人", []],
    ["潮汐 节气", ["港口来信"]],
    ["code", ["The old chart"]],
  ])("for %s finds %j, titles first, then the newest", async (keyword, found) =>
    expect(await titles(keyword)).toEqual(found),
  );

  it.each([
    '"harbour',
    "'harbour'",
    "harbour)",
    "(harbour",
    "harbour*",
    "-harbour",
    "^harbour",
    "harbour;",
    "harbour\\",
    "har'bour:*",
    "title:",
    "{title}",
    "%",
    "_",
    "a AND",
    "NEAR(",
    "''",
    "🎉",
    " ",
    "--",
    "😀harbour",
  ])("takes %s for words and never for syntax", async (keyword) =>
    expect((await searchPosts(visitor, { keyword })).total).toBe(/harbour/.test(keyword) ? 3 : 0),
  );

  it("takes operators for words", async () => {
    for (const keyword of [
      "harbour OR needle",
      "harbour AND needle",
      "harbour NOT needle",
      "NEAR(harbour needle)",
      "harbour & needle",
      "title : harbour",
    ])
      expect([keyword, await titles(keyword)]).toEqual([
        keyword,
        keyword === "harbour & needle" ? ["The old chart"] : [],
      ]);
    expect(await titles("the harbour in a")).toEqual(["The old chart"]);
  });

  it("shows the passages, in pieces that are plain text", async () => {
    const [letter, , chart] = (await searchPosts(visitor, { keyword: "harbour" })).items;
    expect(marked(letter?.highlights.title ?? [])).toBe("[Harbour] letter");
    expect(marked(letter?.highlights.text ?? [])).toBe("Nothing of note.");
    expect(marked(chart?.highlights.text ?? [])).toBe("A needle lies in the [harbour], behind code.");
    const [emile] = (await searchPosts(visitor, { keyword: "b" })).items;
    expect(emile?.highlights.title).toEqual([
      { text: "Émile & the <", match: false },
      { text: "b", match: true },
      { text: ">", match: false },
    ]);
  });

  it("answers page by page, and nothing behind the last", async () => {
    expect(await titles("harbour", { page: 2, size: 2 })).toEqual(["The old chart"]);
    expect(await titles("harbour", { page: 3, size: 2 })).toEqual([]);
    expect(await titles("harbour", { page: 10_000_000, size: 100 })).toEqual([]);
    expect((await searchPosts(visitor, { keyword: "harbour", size: 1 })).total).toBe(3);
  });

  it("wants a keyword of at most 100 characters", async () => {
    expect(await faults(searchPosts(visitor, {} as never))).toEqual(["keyword required"]);
    expect(await faults(searchPosts(visitor, { keyword: "x".repeat(101) }))).toEqual(["keyword too_long"]);
    expect((await searchPosts(visitor, { keyword: "长".repeat(100) })).total).toBe(0);
  });
});

describe("what is hidden", () => {
  beforeEach(async () => void (await freshDatabase()));
  const found = async (keyword: string) => (await searchPosts(visitor, { keyword })).total;

  it("is neither found nor counted: drafts, private, scheduled and recycled posts", async () => {
    for (const [i, hidden] of (
      [{ status: "DRAFT" }, { status: "INTIMATE" }, { status: "RECYCLE" }, { createTime: inHours(1) }] as const
    ).entries())
      await aPost(system, { title: `canary ${i}`, originalContent: "canary", ...hidden });
    const seen = await aPost(system, { title: "canary seen" });
    for (const actor of [visitor, await anEditor(), system])
      expect((await searchPosts(actor, { keyword: "canary" })).items.map(({ id }) => id)).toEqual([seen.id]);
    expect(await found("canary")).toBe(1);
  });

  it("is found once its time has come", async () => {
    const post = await aPost(system, { title: "later", createTime: inHours(1) });
    expect(await found("later")).toBe(0);
    await engine().transaction(
      (db) => db.update(posts).set({ createTime: new Date(Date.now() - 1000) }),
      () => null,
    );
    expect([await found("later"), post.status]).toEqual([1, "PUBLISHED"]);
  });

  it("stays so with every change of status, one by one and many at once", async () => {
    const post = await aPost(system, { originalContent: "canary" });
    const steps: [() => Promise<unknown>, number][] = [
      [() => setPostStatus(system, { postId: post.id, status: "DRAFT" }), 0],
      [() => setPostStatus(system, { postId: post.id, status: "PUBLISHED" }), 1],
      [() => setPostsStatus(system, { items: [post.id], status: "INTIMATE" }), 0],
      [() => setPostStatuses(system, { items: [{ postId: post.id, status: "PUBLISHED" }] }), 1],
      [() => updatePost(system, { postId: post.id, title: "x", status: "INTIMATE" }), 0],
      [() => updatePost(system, { postId: post.id, title: "x", status: "PUBLISHED" }), 1],
      [() => updatePost(system, { postId: post.id, title: "x", createTime: inHours(1) }), 0],
      [() => updatePost(system, { postId: post.id, title: "x", createTime: inHours(-1) }), 1],
      [() => deletePost(system, { postId: post.id }), 0],
      [() => setPostStatus(system, { postId: post.id, status: "PUBLISHED" }), 1],
      [() => deletePost(system, { postId: post.id, permanent: true }), 0],
    ];
    for (const [i, [step, count]] of steps.entries()) {
      await step();
      expect([i, await found("canary")]).toEqual([i, count]);
    }
    const gone = await aPost(system, { title: "canary", status: "RECYCLE" });
    await deletePosts(system, { items: [gone.id] });
    expect(await found("canary")).toBe(0);
  });

  it("is a working text until it is published", async () => {
    const post = await aPost(system, { originalContent: "first" });
    await updatePostContent(system, { postId: post.id, originalContent: "second" });
    await updatePost(system, { postId: post.id, title: post.title, originalContent: "third", autoSave: true });
    expect([await found("first"), await found("second"), await found("third")]).toEqual([1, 0, 0]);
    await updatePost(system, { postId: post.id, title: post.title, originalContent: "fourth" });
    expect([await found("first"), await found("third"), await found("fourth")]).toEqual([0, 0, 1]);
    const [revision] = await stored().query.postRevisions.findMany();
    await restorePostRevision(system, { postId: post.id, revisionId: revision?.id ?? 0 });
    expect([await found("first"), await found("fourth")]).toEqual([0, 1]);
  });

  it("is the text behind a password, of which the title alone is searched", async () => {
    const post = await aPost(system, { title: "Open title", originalContent: "canary", password: "secret" });
    expect([await found("canary"), await found("open"), await found("open canary")]).toEqual([0, 1, 0]);
    const [seen] = (await searchPosts(visitor, { keyword: "title" })).items;
    expect(seen).toMatchObject({ locked: true, highlights: { text: [] } });
    expect(seen).not.toHaveProperty("summary");
    // With the password the passage is shown; the search itself finds no more.
    const open = { ...visitor, unlocks: [proofOf({ kind: "post", id: post.id, password: "secret" })] };
    expect((await searchPosts(open, { keyword: "canary" })).total).toBe(0);
    expect(marked((await searchPosts(open, { keyword: "open" })).items[0]?.highlights.text ?? [])).toBe("canary");
    expect(
      (await searchPosts({ ...visitor, contentPassword: "secret" }, { keyword: "open" })).items[0]?.highlights.text,
    ).toEqual([]);
    await updatePost(system, { postId: post.id, title: "Open title", password: null });
    expect(await found("canary")).toBe(1);
  });

  it("is also the text behind a category's password, or that of one above it, whenever it is set", async () => {
    const top = await aCategory({ name: "Top" });
    const below = await aCategory({ name: "Below", parentId: top.id });
    const elsewhere = await aCategory({ name: "Elsewhere" });
    await aPost(system, { title: "Locked", originalContent: "canary", categoryIds: [elsewhere.id, below.id] });
    await aPost(system, { title: "Free", originalContent: "canary", categoryIds: [elsewhere.id] });
    expect(await titles("canary")).toHaveLength(2);
    await updateCategory(system, { categoryId: top.id, name: "Top", password: "secret" });
    expect([await titles("canary"), await titles("locked")]).toEqual([["Free"], ["Locked"]]);
    await updateCategory(system, { categoryId: top.id, name: "Top", password: null });
    expect(await titles("canary")).toHaveLength(2);
  });

  it("a refused change leaves the index as it was", async () => {
    const post = await aPost(system, { title: "before" });
    expect(await faults(updatePost(system, { postId: post.id, title: "after", tagIds: [999] }))).toEqual([
      "tagIds.0 not_found",
    ]);
    expect(await faults(createPost(system, { title: "never", status: "PUBLISHED", tagIds: [999] }))).toEqual([
      "tagIds.0 not_found",
    ]);
    expect([await found("before"), await found("after"), await found("never")]).toEqual([1, 0, 0]);
  });
});

describe("the index", () => {
  beforeEach(async () => void (await freshDatabase()));
  const written = (work: (db: ReturnType<typeof stored>) => Promise<unknown>) => engine().transaction(work, () => null);

  it("is completed with posts it has not seen, in batches, and from where it was stopped", async () => {
    const made = [];
    for (let i = 0; i < 5; i += 1)
      made.push(await aPost(system, { title: `canary ${i}`, status: i === 3 ? "DRAFT" : "PUBLISHED" }));
    await written((db) => searchIndex.clear(db, "post"));
    expect(await titles("canary")).toEqual([]);
    expect(await indexNextPosts(system, { anew: false, most: 2 })).toEqual({ count: 2, done: false });
    expect((await titles("canary")).toSorted()).toEqual(["canary 0", "canary 1"]);
    await completeIndex({ batch: 2 });
    expect((await titles("canary")).toSorted()).toEqual(["canary 0", "canary 1", "canary 2", "canary 4"]);
    expect(await searchIndex.progress(stored(), "post")).toEqual({
      version: SEARCH_VERSION,
      reached: made.at(-1)?.id,
      done: true,
    });
    expect(await indexNextPosts(system, { anew: false, most: 2 })).toEqual({ count: 0, done: true });
  });

  it("reads the HTML of posts that were stored without their plain text, outside of any transaction", async () => {
    const [old, hidden] = [
      await aPost(system, { title: "old", originalContent: "canary `a < b` &amp; *more*" }),
      await aPost(system, { title: "hidden", originalContent: "canary too", status: "DRAFT" }),
    ];
    await written(async (db) => {
      await db.update(posts).set({ plainText: null });
      await searchIndex.setProgress(db, "post", { version: SEARCH_VERSION - 1, reached: hidden.id, done: true });
    });
    await setPostStatus(system, { postId: hidden.id, status: "PUBLISHED" });
    expect(await titles("canary too")).toEqual(["hidden"]);
    await completeIndex();
    expect((await titles("canary")).toSorted()).toEqual(["hidden", "old"]);
    expect((await storedPost(old.id)).plainText).toBe("canary a < b & more");
    const [found] = (await searchPosts(visitor, { keyword: "more" })).items;
    expect(found?.highlights.text.map(({ text }) => text).join("")).toBe("canary a < b & more");
  });

  it("takes what was changed while its words were worked out as it is then", async () => {
    const made = [];
    for (let i = 0; i < 6; i += 1) made.push(await aPost(system, { title: `canary ${i}`, originalContent: "before" }));
    await written((db) =>
      searchIndex.setProgress(db, "post", { version: SEARCH_VERSION - 1, reached: 999, done: true }),
    );
    await Promise.all([
      completeIndex({ batch: 3 }),
      ...made.map(({ id }) => updatePost(system, { postId: id, title: "canary", originalContent: "after" })),
    ]);
    expect([(await titles("before")).length, (await titles("after")).length]).toEqual([0, 6]);
  });

  it("of another version is forgotten and made anew; a stop leaves the rest for another time", async () => {
    const [one, other] = [await aPost(system, { title: "canary one" }), await aPost(system, { title: "canary other" })];
    await written((db) =>
      searchIndex.setProgress(db, "post", { version: SEARCH_VERSION - 1, reached: 999, done: true }),
    );
    await written((db) =>
      searchIndex.put(db, { kind: "post", recordId: other.id, time: new Date(), title: ["stale"], text: [] }),
    );
    let batches = 0;
    await completeIndex({ batch: 1, goesOn: () => (batches += 1) < 2 });
    expect((await searchPosts(visitor, { keyword: "canary" })).items.map(({ id }) => id)).toEqual([one.id]);
    await completeIndex();
    expect([(await titles("canary")).length, await titles("stale")]).toEqual([2, []]);
  });

  it("keeps kinds apart, and records of one moment", async () => {
    const time = new Date(Date.now() - 1000);
    const ids: number[] = [];
    for (let i = 0; i < 4; i += 1)
      ids.push((await aPost(system, { title: `same ${i}`, createTime: time.getTime() })).id);
    await written(async (db) => {
      for (const recordId of ids)
        await searchIndex.put(db, { kind: "sheet", recordId, time, title: ["same", "sheetly"], text: [] });
    });
    expect((await searchPosts(visitor, { keyword: "same" })).items.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(await titles("sheetly")).toEqual([]);
    const question = {
      kind: "sheet",
      words: [{ word: "same", prefix: false }],
      within: "title",
      records: { table: posts, id: posts.id },
      where: undefined,
      most: 3,
    } as const;
    expect(await searchIndex.find(stored(), question)).toEqual(ids.toReversed().slice(0, 3));
    await written((db) => searchIndex.clear(db, "sheet"));
    expect([await searchIndex.find(stored(), question), (await titles("same")).length]).toEqual([[], 4]);
  });

  it.skipIf(postgres)("lets few entries wait, and few words, since each search looks through them here", async () => {
    const text = Array.from({ length: 4_000 }, (_, i) => `word${i}`);
    const left: number[] = [];
    for (let recordId = 1; recordId <= 6; recordId += 1) {
      const entry = { kind: "sheet", recordId, time: new Date(recordId), title: [], text } as const;
      await written((db) => searchIndex.put(db, entry));
      const [row] = stored().values<[number]>(sql`select coalesce(sum(length(words)), 0) from search_waiting`);
      left.push(row?.[0] ?? 0);
    }
    expect(Math.max(...left)).toBeLessThan(64 * 1024);
    expect(Math.max(...left)).toBeGreaterThan(0);
    await written((db) => searchIndex.clear(db, "sheet"));
  });

  it.skipIf(postgres)("finds the last of very many with a word, and gives others their turns meanwhile", async () => {
    const { id } = await aPost(system, { title: "the last", createTime: inHours(-9) });
    const begin = Date.now() - 3_600_000;
    await written(async (db) => {
      const entry = { kind: "journal", title: [], text: ["common"] } as const;
      await searchIndex.put(db, { ...entry, recordId: id, time: new Date(begin - 1000) });
      for (let i = 1; i <= 12_000; i += 1)
        await searchIndex.put(db, { ...entry, recordId: id + i, time: new Date(begin + 60 * i) });
      // A small database is read at once.
      await statement(db, "create table bytes as select zeroblob(17000000)");
    });
    let [turns, goesOn] = [0, true];
    const count = () => {
      turns += 1;
      if (goesOn) setImmediate(count);
    };
    setImmediate(count);
    const question = {
      kind: "journal",
      words: [{ word: "common", prefix: false }],
      within: "anywhere",
      records: { table: posts, id: posts.id },
      where: undefined,
      most: 10,
    } as const;
    expect(await searchIndex.find(stored(), question)).toEqual([id]);
    goesOn = false;
    expect(turns).toBeGreaterThanOrEqual(3);
    await written((db) => searchIndex.clear(db, "journal"));
  });

  it("finds what was stored just now and what was stored long ago alike, whole words before beginnings", async () => {
    const ids: number[] = [];
    for (let i = 0; i < 70; i += 1)
      ids.push(
        (
          await aPost(system, {
            title: i % 10 === 0 ? "Tide" : `note ${i}`,
            originalContent: i % 2 === 0 ? "tide low" : "tidewater low",
            createTime: inHours(i - 100),
          })
        ).id,
      );
    const [evens, odds] = [0, 1].map((odd) => ids.filter((_, i) => i % 2 === odd).toReversed());
    const inTitle = ids.filter((_, i) => i % 10 === 0).toReversed();
    const search = async (keyword: string) =>
      (await searchPosts(visitor, { keyword, size: 100 })).items.map(({ id }) => id);
    expect(await search("tide")).toEqual([
      ...inTitle,
      ...(evens ?? []).filter((id) => !inTitle.includes(id)),
      ...(odds ?? []),
    ]);
    expect(await search("low tidew")).toEqual(odds);
    for (const [i, postId] of ids.entries()) {
      if (i % 7 === 0) await deletePost(system, { postId, permanent: true });
      else if (i % 7 === 1) await updatePost(system, { postId, title: "changed", originalContent: "ebb" });
    }
    const left = (odd: number) => ids.filter((_, i) => i % 7 > 1 && i % 2 === odd).toReversed();
    expect(await search("tidew")).toEqual(left(1));
    expect((await search("tide")).toSorted((a, b) => a - b)).toEqual(
      [...left(0), ...left(1)].toSorted((a, b) => a - b),
    );
    expect((await search("ebb changed")).length).toBe(ids.filter((_, i) => i % 7 === 1).length);
    const { items } = await listPosts(system, { keyword: "tidew", size: 100 });
    expect(items.map(({ id }) => id)).toEqual(left(1));
  });

  it.each(["1000-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"])(
    "holds a post of %s",
    async (createTime) => {
      const post = await aPost(system, { title: "canary", createTime });
      const question = {
        kind: "post",
        words: [{ word: "canary", prefix: true }],
        within: "anywhere",
        records: { table: posts, id: posts.id },
        where: undefined,
        most: 3,
      } as const;
      expect(await searchIndex.find(stored(), question)).toEqual([post.id]);
      await deletePost(system, { postId: post.id, permanent: true });
      expect(await searchIndex.find(stored(), question)).toEqual([]);
    },
  );
});

// On PostgreSQL each question waits for a turn of the event loop, in which searches of all others wait.
it.skipIf(postgres)("looks many matches up with few questions, in their order", async () => {
  await freshDatabase();
  for (let i = 0; i < 25; i += 1) await aPost(system, { title: `Fog ${i}`, originalContent: "Mist." });
  const asked: string[] = [];
  noteStatements(engine().reader.$client, (sql) => void asked.push(sql));
  const { items } = await searchPosts(visitor, { keyword: "fog", size: 25 });
  expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).toSorted((a, b) => b - a));
  expect(items).toHaveLength(25);
  expect(asked.filter((sql) => sql.includes('"plain_text"'))).toHaveLength(2);
});
