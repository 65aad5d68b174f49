import { and, count, eq, gt, is, sql, Table } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import type { Database } from "../../db";
import * as schema from "../../db/schema";
import { anAdmin } from "../testing/actors";
import { aJob, aPost, aTag } from "../testing/factories";
import { freshDatabase, stored } from "../testing/setup";
import { compiled } from "./compiled-queries";

type Values = Record<string, unknown>;
type Prepared = { execute(values?: Values): Promise<unknown> };
type Build = (on: Database) => { prepare(name?: string): unknown };

let number = 0;
const prepare = (build: Build) => build(stored()).prepare(`test-${(number += 1)}`) as Prepared;

/** What Drizzle alone answers, and what is answered where all is worked out beforehand, more than once. */
async function both(build: Build, values: Values = {}) {
  const ours = compiled(prepare(build));
  return { own: await prepare(build).execute(values), ours: [await ours.execute(values), await ours.execute(values)] };
}

const { events, posts, postTags } = schema;

beforeEach(async () => {
  await freshDatabase();
  const admin = await anAdmin();
  const tag = await aTag();
  await aPost(admin, { status: "PUBLISHED", tagIds: [tag.id], metas: [{ key: "a", value: "b" }] });
  await aPost(admin);
  await aJob();
});

it("rows of every table are the same as Drizzle's", async () => {
  let found = 0;
  for (const table of Object.values(schema)) {
    if (!is(table, Table)) continue;
    const { own, ours } = await both((on) => on.select().from(table as typeof posts));
    expect(ours).toEqual([own, own]);
    found += (own as unknown[]).length;
  }
  expect(found).toBeGreaterThan(5);
});

it("so are those of expressions, counts and joined tables", async () => {
  const selections: Build[] = [
    (on) =>
      on
        .select({ id: posts.id, title: sql<string>`upper(${posts.title})`, twice: sql<number>`2 * 2`.as("twice") })
        .from(posts),
    (on) => on.select({ total: count() }).from(posts),
    (on) =>
      on.select({ id: posts.id, tagId: postTags.tagId }).from(posts).leftJoin(postTags, eq(postTags.postId, posts.id)),
  ];
  for (const selection of selections) {
    const { own, ours } = await both(selection);
    expect(ours).toEqual([own, own]);
  }
});

it("values reach their places, as often as it is executed", async () => {
  const [first] = await stored().select().from(posts);
  const found = (on: Database) =>
    on
      .select()
      .from(posts)
      .where(
        and(
          eq(posts.slug, sql.placeholder("slug")),
          eq(posts.status, sql.placeholder("status")),
          gt(posts.id, sql.placeholder("above")),
        ),
      )
      .limit(sql.placeholder("most"));
  const { own, ours } = await both(found, { slug: first?.slug, status: first?.status, above: 0, most: 5 });
  expect(own).toEqual([first]);
  expect(ours).toEqual([own, own]);
});

it("what is written is what Drizzle would write", async () => {
  const row = {
    operation: "test",
    actorName: "Ada",
    summary: "",
    cacheKeys: ["posts", "tag:1"],
    createTime: new Date(5),
  };
  const insert: Build = (on) =>
    on.insert(events).values({
      ...row,
      cacheKeys: sql.placeholder("keys") as never,
      createTime: sql.placeholder("at") as never,
      subject: null,
    });
  const values = { keys: row.cacheKeys, at: row.createTime };
  const open = await freshDatabase();
  await open.transaction(
    async (db) => {
      await (insert(db).prepare("insert-own") as Prepared).execute(values);
      await compiled(insert(db).prepare("insert-ours") as Prepared).execute(values);
    },
    () => null,
  );
  const [own, ours] = await stored().select().from(events);
  expect(own).toMatchObject(row);
  expect({ ...ours, id: 0 }).toEqual({ ...own, id: 0 });
});

it("a value that is not given is named", async () => {
  const byId = (on: Database) =>
    on
      .select({ id: posts.id })
      .from(posts)
      .where(eq(posts.id, sql.placeholder("missing-id")));
  await expect(async () => compiled(prepare(byId)).execute({})).rejects.toThrow("missing-id");
});

it("what lacks the parts that are relied on is left as it is", async () => {
  const nested = prepare((on) => on.select({ post: { id: posts.id } }).from(posts));
  const before = Object.entries(nested);
  expect(Object.entries(compiled(nested))).toEqual(before);
  expect(await nested.execute()).toEqual([{ post: { id: 1 } }, { post: { id: 2 } }]);
  const flat = prepare((on) => on.select({ id: posts.id }).from(posts)) as unknown as Record<string, unknown>;
  for (const without of [
    { stmt: {} },
    { query: {} },
    { execute: undefined },
    { fields: [{ path: ["id"], field: {} }] },
    { fields: "id" },
    { fields: undefined, stmt: undefined },
  ]) {
    // A statement of better-sqlite3 has all of it; of PostgreSQL only the columns are used.
    const changed = { stmt: { raw: () => undefined }, query: { params: [] }, ...flat, ...without };
    const before = { ...changed };
    expect(compiled(changed)).toBe(changed);
    expect(changed).toEqual(before);
  }
});
