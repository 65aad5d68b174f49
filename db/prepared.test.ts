import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { installEngine, type Operation } from "../lib/core/operation";
import { system } from "../lib/testing/actors";
import { aPost } from "../lib/testing/factories";
import { freshDatabase, statement, stored } from "../lib/testing/setup";
import { programFiles } from "../lib/testing/sources";
import type { OpenDatabase } from "./open-database";
import { MOST_NAMED, prepared } from "./prepared";
import { posts, tags } from "./schema";

let open: OpenDatabase;
const lost: unknown[] = [];
const note = (error: unknown) => void lost.push(error);

beforeEach(async () => {
  open = await freshDatabase();
  installEngine(open);
  lost.length = 0;
  process.on("unhandledRejection", note);
});
afterEach(async () => {
  process.off("unhandledRejection", note);
  await find(...gone);
});

const gone = new Set<string>();
const rename = (from: string, to: string) =>
  open.transaction(
    (db) => statement(db, `ALTER TABLE ${from} RENAME TO ${to}`),
    () => null,
  );
/** Makes these tables unreadable. */
async function lose(...names: string[]): Promise<void> {
  for (const name of names) {
    await rename(name, `lost_${name}`);
    gone.add(name);
  }
}
async function find(...names: string[]): Promise<void> {
  for (const name of names) {
    await rename(`lost_${name}`, name);
    gone.delete(name);
  }
}
/** Node reports unhandled rejections after the microtasks of their moment. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

const postsNamed = () =>
  prepared(stored(), "test-posts", (on) =>
    on
      .select({ id: posts.id })
      .from(posts)
      .where(eq(posts.slug, sql.placeholder("slug"))),
  ).execute({ slug: "a" });
const tagsNamed = () =>
  prepared(stored(), "test-tags", (on) =>
    on
      .select({ id: tags.id })
      .from(tags)
      .where(eq(tags.slug, sql.placeholder("slug"))),
  ).execute({ slug: "a" });

it("a query that cannot even be prepared fails where its answer is waited for, not before", async () => {
  expect(await postsNamed()).toEqual([]);
  await lose("posts", "tags");
  const both = async () => Promise.all([postsNamed(), tagsNamed()]);
  await expect(both()).rejects.toThrow(/posts|tags/);
  await turn();
  expect(lost).toEqual([]);
  await expect(tagsNamed()).rejects.toThrow(/tags/);
});

it("a query that could not be prepared is prepared again the next time", async () => {
  await lose("tags");
  await expect(tagsNamed()).rejects.toThrow(/tags/);
  await find("tags");
  expect(await tagsNamed()).toEqual([]);
});

it("of statements whose shapes callers make up, the first ones alone have names, by which PostgreSQL keeps them", () => {
  const given: (string | undefined)[] = [];
  const build = () => ({ prepare: (name?: string) => void given.push(name) });
  const shapes = Array.from({ length: 3 * MOST_NAMED }, (_, i) => `made-up-shape:${i}`);
  for (const name of [...shapes, "of-another-kind:1"]) prepared(stored(), name, build);
  const named = given.filter((name) => name !== undefined);
  expect(named).toEqual([...shapes.slice(0, MOST_NAMED), "of-another-kind:1"]);
});

const isQuery = (value: unknown): value is Operation =>
  typeof value === "function" && "kind" in value && value.kind === "query";
const featureFiles = programFiles().filter(({ path, code }) => path.startsWith("lib/") && /\bquery\(/.test(code));
const modules = await Promise.all(
  featureFiles
    .filter(({ path }) => !/\.test\.|^lib\/(core|testing)\//.test(path))
    .map(({ path }) => import(`../${path}`) as Promise<Record<string, unknown>>),
);
const queries = modules.flatMap((module) => Object.values(module)).filter(isQuery);

it("no query of the program leaves a failure behind that nobody waits for, whichever tables are lost", async () => {
  await aPost(system, { status: "PUBLISHED" });
  const inputs = [{}, { keyword: "a" }, { size: 1 }, { page: 2 }, { fields: ["id"] }];
  const ask = (input: object) => Promise.allSettled(queries.map((each) => each(system, input)));
  expect((await ask({})).filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(20);
  for (const names of [["tags"], ["categories", "users"], ["posts"], ["journals", "sheets", "comments"]]) {
    await lose(...names);
    for (const input of inputs) await ask(input);
    await turn();
    expect(lost).toEqual([]);
  }
});
