import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { newerProgram } from "../lib/testing/newer-program";
import { postgres } from "./dialect";
import { migratePostgres } from "./migrate-postgres";

const home = process.cwd();
let client: PGlite;

const migrate = () => migratePostgres(drizzle(client), async () => undefined);
const rows = async <T>(query: string) => (await client.query<T>(query)).rows;
const names = async () =>
  (
    await rows<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
    )
  ).map(({ name }) => name);
const references = () =>
  rows<{ child: string; name: string; words: string }>(
    "select conrelid::regclass::text as child, conname as name, pg_get_constraintdef(oid) as words from pg_constraint where contype = 'f' order by 1, 2",
  );

async function contents(): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const name of await names()) all[name] = await rows(`select * from "${name}"`);
  return all;
}

/** Makes `posts` anew under another name; what pointed to the old one points to it again. */
async function rebuilding(more: readonly string[] = [], check = ""): Promise<string[]> {
  const toPosts = (await references()).filter(
    ({ child, words }) => child === "posts" || words.includes("REFERENCES posts("),
  );
  return [
    "create table new_posts (like posts including all)",
    "insert into new_posts select * from posts",
    "drop table posts cascade",
    "alter table new_posts rename to posts",
    ...more,
    ...toPosts.map(({ child, name, words }) => `alter table ${child} add constraint "${name}" ${words} ${check}`),
  ];
}

describe.skipIf(!postgres)("a migration of PostgreSQL that makes a table anew", () => {
  beforeAll(async () => {
    client = await PGlite.create();
    await migrate();
    await client.exec(`
      insert into tags (id, name, slug, color, create_time, update_time) values (1, 'Kept', 'kept', 'red', now(), now());
      insert into posts (id, title, slug, status, toc, create_time, update_time, edit_time) select n, 'Post', 'post-' || n, 'DRAFT', '[]', now(), now(), now() from generate_series(1, 3) n;
      insert into post_tags (post_id, tag_id) select n, 1 from generate_series(1, 3) n;
      insert into post_metas (post_id, key, value) select n, 'a', 'b' from generate_series(1, 3) n;`);
  });
  afterEach(() => process.chdir(home));

  it("and fails half way leaves all as it was", async () => {
    const before = { contents: await contents(), references: await references() };
    process.chdir(newerProgram([...(await rebuilding()), "insert into nowhere values (1)"], "postgres"));
    await expect(migrate()).rejects.toThrow(
      /^The database could not be brought up to date: relation "nowhere" does not exist\. Nothing was changed\./,
    );
    expect({ contents: await contents(), references: await references() }).toEqual(before);
  });

  it("and loses what others point to is refused with their names, even where it says not to look", async () => {
    const before = { contents: await contents(), references: await references() };
    process.chdir(newerProgram(await rebuilding(["delete from posts where id = 2"], "not valid"), "postgres"));
    await expect(migrate()).rejects.toThrow(
      "rows would point to missing records (post_metas → posts: 1, post_tags → posts: 1). Nothing was changed.",
    );
    expect({ contents: await contents(), references: await references() }).toEqual(before);
  });

  it("keeps every row that points to it", async () => {
    const before = { contents: await contents(), references: await references() };
    process.chdir(newerProgram(await rebuilding(), "postgres"));
    await migrate();
    expect({ contents: await contents(), references: await references() }).toEqual(before);
    await migrate();
    process.chdir(home);
    await expect(migrate()).rejects.toThrow("This database was last used by a newer version of Broadsheet.");
  });
});
