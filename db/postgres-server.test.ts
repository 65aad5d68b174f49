import { count, eq } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { updateCategories } from "../lib/features/taxonomy/categories/mutations";
import { createPersonalToken } from "../lib/features/accounts/tokens/personal-tokens";
import { endReusedFamily, takeRefreshToken } from "../lib/features/accounts/sign-in/sign-ins";
import { issueTokens } from "../lib/features/accounts/tokens/tokens";
import { categoryTree } from "../lib/features/taxonomy/categories/tree";
import { type Actor, visitor } from "../lib/core/access";
import { engine, installEngine } from "../lib/core/operation";
import { countReferrer, countUp, flushCounts } from "../lib/features/writing/counters";
import { setPostsStatus } from "../lib/features/writing/posts/bulk";
import { tagPosts } from "../lib/features/writing/posts/filing";
import { updatePost, updatePostContent } from "../lib/features/writing/posts/mutations";
import { updateSheet } from "../lib/features/writing/sheets/mutations";
import { anAdmin, anAuthor, anEditor } from "../lib/testing/actors";
import { aCategory, aPost, aSheet, aTag, refusals, storedPost } from "../lib/testing/factories";
import { postgresPrograms, type PostgresServer, startPostgres } from "../lib/testing/postgres-server.mjs";
import { freshDatabase, statement, stored } from "../lib/testing/setup";
import { attemptKeys, Limiter } from "../lib/services/limits/attempts";
import { SharedRate } from "../lib/services/limits/rate";
import { updateUser } from "../lib/features/accounts/users/staff";
import { aside } from "./aside";
import { postgres } from "./dialect";
import type { OpenDatabase } from "./open-database";
import { openPostgres } from "./postgres";
import { counters, events, postRevisions, postTags, sheets, tags, tokens, users } from "./schema";

const WRITERS = 10;
const ROUNDS = 5;
const atOnce = <T>(work: (i: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: WRITERS }, (_, i) => work(i)));
const atOnceWith = <T>(times: number, work: () => Promise<T>) => Array.from({ length: times }, work);
const won = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === "fulfilled").length;

/** An account with one program signed in. */
async function signedIn(): Promise<{ userId: number; refreshToken: string }> {
  const { id } = await anAuthor();
  const { refreshToken } = await engine().transaction(
    (db) => issueTokens(db, { userId: id, role: "AUTHOR" }, new Date()),
    () => null,
  );
  return { userId: id, refreshToken };
}

// PGlite has one connection, so nothing runs at once on it. These tests need an installed PostgreSQL.
describe.skipIf(!postgres || postgresPrograms === undefined)(
  "writers at the same moment on a PostgreSQL server",
  () => {
    let server: PostgresServer | undefined;
    let open: OpenDatabase | undefined;
    let editor: Actor;

    beforeAll(async () => {
      server = await startPostgres(postgresPrograms ?? "");
      // PGlite's data folder.
      await freshDatabase();
      open = await openPostgres(server.url);
      installEngine(open);
      editor = await anEditor();
    });
    afterAll(async () => {
      await open?.close();
      await server?.stop();
    });

    it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
      "who name the version they read: exactly one saves a post (%i)",
      async () => {
        const post = await aPost(editor, { originalContent: "one" });
        const results = await atOnce((i) =>
          updatePost(editor, { postId: post.id, title: `by ${i}`, originalContent: `text ${i}`, expectedVersion: 1 }),
        );
        expect(won(results)).toBe(1);
        for (const error of refusals(results))
          expect(error).toMatchObject({ status: 412, extra: { current: { id: post.id, version: 2 } } });
        expect((await storedPost(post.id)).version).toBe(2);
      },
    );

    it("who name the version they read: exactly one saves a sheet", async () => {
      const sheet = await aSheet(editor, { originalContent: "one" });
      const results = await atOnce((i) =>
        updateSheet(editor, { sheetId: sheet.id, title: `by ${i}`, expectedVersion: 1 }),
      );
      expect(won(results)).toBe(1);
      for (const error of refusals(results))
        expect(error).toMatchObject({ status: 412, extra: { current: { id: sheet.id, version: 2 } } });
      expect(await stored().select({ version: sheets.version }).from(sheets).where(eq(sheets.id, sheet.id))).toEqual([
        { version: 2 },
      ]);
    });

    it("who name none: all save, and every text is kept", async () => {
      const post = await aPost(editor, { originalContent: "one" });
      const results = await atOnce((i) =>
        updatePost(editor, { postId: post.id, title: "x", originalContent: `text ${i}` }),
      );
      expect(refusals(results)).toEqual([]);
      const kept = await stored()
        .select({ text: postRevisions.originalContent })
        .from(postRevisions)
        .where(eq(postRevisions.postId, post.id));
      const row = await storedPost(post.id);
      expect(new Set([...kept.map(({ text }) => text), row.originalContent]).size).toBe(WRITERS + 1);
      expect(row.version).toBe(WRITERS + 1);
    });

    it("of whom one publishes beside autosaves: none is refused", async () => {
      const post = await aPost(editor, { originalContent: "one" });
      const results = await atOnce((i) =>
        i === 5
          ? updatePost(editor, { postId: post.id, title: "published", status: "PUBLISHED" })
          : updatePostContent(editor, { postId: post.id, originalContent: `typed ${i}` }),
      );
      expect(refusals(results)).toEqual([]);
      expect(await storedPost(post.id)).toMatchObject({ title: "published", version: WRITERS + 1 });
    });

    it("who change many posts beside saves of each: all changes are there", async () => {
      const [tag, ...made] = [await aTag(), ...(await Promise.all([1, 2, 3].map(() => aPost(editor))))];
      const ids = made.map(({ id }) => id);
      const results = await atOnce((i): Promise<unknown> => {
        if (i === 3) return tagPosts(editor, { items: ids, add: [tag.id] });
        if (i === 6) return setPostsStatus(editor, { items: ids, status: "INTIMATE" });
        return updatePost(editor, { postId: ids[i % 3] ?? 0, title: `by ${i}` });
      });
      expect(refusals(results)).toEqual([]);
      for (const id of ids) expect(await storedPost(id)).toMatchObject({ status: "INTIMATE" });
      expect(
        await stored().select({ id: postTags.postId }).from(postTags).where(eq(postTags.tagId, tag.id)),
      ).toHaveLength(3);
    });

    it("who make a tag of the same name: exactly one does", async () => {
      const results = await atOnce((i) => aTag(i % 2 === 0 ? "Same" : "SAME"));
      expect(won(results)).toBe(1);
      for (const error of refusals(results)) expect(error).toMatchObject({ status: 409 });
      expect(await stored().select({ name: tags.name }).from(tags).where(eq(tags.slug, "same"))).toHaveLength(1);
    });

    it("who make posts of the same title: each gets an address of its own", async () => {
      const results = await atOnce(() => aPost(editor, { title: "Same title" }));
      expect(refusals(results)).toEqual([]);
      const slugs = results.flatMap((result) => (result.status === "fulfilled" ? [result.value.slug] : []));
      expect(slugs.sort()).toEqual(
        ["same-title", ...Array.from({ length: WRITERS - 1 }, (_, i) => `same-title-${i + 2}`)].sort(),
      );
    });

    it("who put two categories inside each other: the tree stays a tree", async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const [a, b] = [await aCategory(), await aCategory()];
        const move = (one: typeof a, into: typeof a) =>
          updateCategories(editor, { items: [{ id: one.id, name: one.name, description: "", parentId: into.id }] });
        const results = await Promise.allSettled([move(a, b), move(b, a)]);
        expect(won(results)).toBe(1);
        const tree = await categoryTree(stored());
        expect([a, b].filter(({ id }) => tree.isInsideItself(id))).toEqual([]);
      }
    });

    it("who demote each other: one administrator is left", async () => {
      const [one, other] = [await anAdmin(), await anAdmin()];
      for (let round = 0; round < ROUNDS; round += 1) {
        const demote = (by: Actor, userId: number) => updateUser(by, { userId, role: "AUTHOR" });
        await Promise.allSettled([demote(one, other.id), demote(other, one.id)]);
        const [row] = await stored().select({ left: count() }).from(users).where(eq(users.role, "ADMIN"));
        expect(row?.left).toBe(1);
        await Promise.allSettled([one, other].map(({ id }) => updateUser(one, { userId: id, role: "ADMIN" })));
      }
    });

    it("who use the same refresh token: one wins, and ending its sign-in leaves no token", async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { userId, refreshToken } = await signedIn();
        const results = await atOnce(async () => {
          const exchange = await takeRefreshToken(visitor, { refreshToken });
          if (exchange.reused) await endReusedFamily(visitor, exchange.reused);
          return exchange;
        });
        expect(results.filter((each) => each.status === "fulfilled" && each.value.tokens !== null)).toHaveLength(1);
        expect(await stored().select().from(tokens).where(eq(tokens.userId, userId))).toEqual([]);
      }
    });

    it("who suspend somebody beside exchanges of their tokens: no token is left", async () => {
      const admin = await anAdmin();
      for (let round = 0; round < ROUNDS; round += 1) {
        const all = await Promise.all(Array.from({ length: WRITERS }, () => signedIn()));
        const results = await Promise.allSettled(
          all.flatMap(({ userId, refreshToken }) => [
            takeRefreshToken(visitor, { refreshToken }),
            updateUser(admin, { userId, suspended: true }),
          ]),
        );
        expect(refusals(results)).toEqual([]);
        expect(await stored().select().from(tokens)).toEqual([]);
      }
    });

    it("who make programs' tokens: never more than an account may have", async () => {
      const author = await anAuthor();
      for (let i = 0; i < 95; i += 1) await createPersonalToken(author, { name: `${i}`, scopes: ["content:read"] });
      const results = await atOnce((i) =>
        createPersonalToken(author, { name: `at once ${i}`, scopes: ["content:read"] }),
      );
      expect(won(results)).toBe(5);
    });

    it("leave a log that is numbered as it was kept: a reader of it misses nothing", async () => {
      const seen: number[] = [];
      let last = 0;
      const state = { done: false };
      const writing = atOnce((i) => aTag(`Numbered ${i}`)).finally(() => (state.done = true));
      while (!state.done) {
        const rows = await stored().select({ id: events.id }).from(events);
        seen.push(...rows.map(({ id }) => id).filter((id) => id > last));
        last = Math.max(last, ...seen);
      }
      await writing;
      const all = (await stored().select({ id: events.id }).from(events)).map(({ id }) => id);
      expect(all.filter((id) => id <= last && !seen.includes(id))).toEqual([]);
    });

    it("whom the database asks to try again: the change is done in the end, once", async () => {
      // Numbers of a sequence stay used where a transaction is taken back.
      await engine().transaction(
        (db) =>
          statement(
            db,
            `create sequence tries;
             create function interfere() returns trigger language plpgsql as $$ begin
               if nextval('tries') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
               if nextval('tries') = 3 then raise exception 'could not serialize' using errcode = '40001'; end if;
               return new; end $$;
             create trigger interfering before insert on tags for each row execute function interfere()`,
          ),
        () => null,
      );
      const { id } = await aTag("In the way");
      await engine().transaction(
        (db) => statement(db, "drop trigger interfering on tags"),
        () => null,
      );
      expect(await stored().select({ id: tags.id }).from(tags).where(eq(tags.name, "In the way"))).toEqual([{ id }]);
      expect(
        await stored()
          .select()
          .from(events)
          .where(eq(events.subject, `tag:${id}`)),
      ).toHaveLength(1);
    });

    it("who look through the dashboard hold no connection that pages are read on", async () => {
      const looking = aside(stored(), "dashboard");
      expect(aside(stored(), "pages")).toBe(stored());
      const looks = Array.from(
        { length: 20 },
        async () =>
          void (await (looking as unknown as { execute: (query: string) => Promise<unknown> }).execute(
            "select pg_sleep(1)",
          )),
      );
      await stored().select({ all: count() }).from(users);
      expect(open?.pools?.()).toMatchObject({ looking: { total: 2, waiting: 18 }, readers: { waiting: 0 } });
      await Promise.all(looks);
    });

    // A limiter is what one server knows; two of them share the database's counters only.
    const servers = () => [new Limiter("test"), new Limiter("test")] as const;
    const guess = (
      limiter: Limiter,
      name: string,
      verdict: "passed" | "failed",
      work = async () => undefined as void,
    ) => limiter.attempt(attemptKeys(name, "192.0.2.1"), work, () => verdict);

    it("who guess on two servers: five wrong ones are checked in all, and a right one is refused on either", async () => {
      let checked = 0;
      const slow = async () => {
        checked += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      };
      const two = servers();
      await Promise.allSettled(two.flatMap((each) => atOnceWith(20, () => guess(each, "jane", "failed", slow))));
      expect(checked).toBe(5);
      // One that has just been started knows it, too.
      for (const each of [...two, new Limiter("test")])
        await expect(guess(each, "jane", "passed")).rejects.toMatchObject({ code: "too_many", status: 429 });
      await guess(two[0], "joan", "passed");
      const failures = await stored().select({ name: counters.name }).from(counters);
      expect(failures).toHaveLength(2);
      expect(failures.map(({ name }) => name).join()).not.toMatch(/jane|192/);
    });

    it("who send the right password at once on two servers: all pass", async () => {
      const two = servers();
      const results = await Promise.allSettled(
        two.flatMap((each) => atOnceWith(10, () => guess(each, "june", "passed"))),
      );
      expect(refusals(results)).toEqual([]);
    });

    it("who are counted on two servers: as many pass as on one", async () => {
      const two = [new SharedRate("tests", "tests", 10), new SharedRate("tests", "tests", 10)];
      const waits = await Promise.all(two.flatMap((each) => atOnceWith(10, () => each.waitForNetwork("2001:db8::1"))));
      expect(waits.filter((each) => each === null)).toHaveLength(10);
      expect(await new SharedRate("other tests", "tests", 1).waitForNetwork("2001:db8::1")).toBeNull();
    });

    it("of what strangers look at, much is stored with few waits for an answer", async () => {
      const made = await Promise.all(atOnceWith(20, () => aPost(editor)));
      await flushCounts();
      const asked = vi.spyOn(Client.prototype, "query");
      let [turns, seen, goesOn] = [0, 0, true];
      const look = () => {
        if (asked.mock.calls.length > seen) turns += 1;
        seen = asked.mock.calls.length;
        if (goesOn) setImmediate(look);
      };
      look();
      for (const { id } of made) countUp(`post:${id}`, "visits");
      for (const { id } of made) countReferrer(`host${id}.example`);
      await flushCounts();
      goesOn = false;
      asked.mockRestore();
      expect((await storedPost(made[0]?.id ?? 0)).visits).toBe(1);
      expect(turns).toBeGreaterThan(0);
      expect(turns).toBeLessThan(20);
    });
  },
);
