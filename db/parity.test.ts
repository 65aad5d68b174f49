import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import Sqlite from "./sqlite-driver.mjs";
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from "drizzle-kit/api";
import { describe, expect, it } from "vitest";
import { postgres } from "./dialect";
import { knownMigrations, migrationsFolder } from "./migration-list";
import * as schema from "./schema";

const engines = ["sqlite", "postgres"] as const;
const scripts = (engine: (typeof engines)[number]) => {
  const folder = migrationsFolder(engine);
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  return names.flatMap((name) => readFileSync(join(folder, name), "utf8").split("--> statement-breakpoint"));
};

type Shape = Record<
  string,
  { columns: Record<string, boolean>; unique: string[]; indexes: string[]; references: string[] }
>;
const sorted = <T>(entries: [string, T][]) => Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The tables of a migrated SQLite file: columns, whether they may be null, indexes, references. */
function sqliteShape(): Shape {
  const db = new Sqlite(":memory:");
  for (const statement of scripts("sqlite")) db.exec(statement);
  const tables = db
    .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  return sorted(
    tables.map(({ name }) => {
      const columns = db.pragma(`table_info(${name})`) as { name: string; notnull: number; pk: number }[];
      const indexes = (db.pragma(`index_list(${name})`) as { name: string; unique: number; origin: string }[]).filter(
        ({ origin }) => origin === "c",
      );
      const references = db.pragma(`foreign_key_list(${name})`) as {
        from: string;
        table: string;
        to: string;
        on_delete: string;
      }[];
      return [
        name,
        {
          columns: sorted(columns.map((column) => [column.name, column.notnull === 0 && column.pk === 0])),
          unique: indexes
            .filter(({ unique }) => unique === 1)
            .map((index) => index.name)
            .sort(),
          indexes: indexes.map((index) => index.name).sort(),
          references: references
            .map((each) => `${each.from} → ${each.table}.${each.to} ${each.on_delete.toLowerCase()}`)
            .sort(),
        },
      ];
    }),
  );
}

/** The same of a migrated PostgreSQL. */
async function postgresShape(): Promise<Shape> {
  const db = await PGlite.create();
  for (const statement of scripts("postgres")) await db.exec(statement);
  const rows = async <T>(query: string) => (await db.query<T>(query)).rows;
  const columns = await rows<{ t: string; c: string; n: boolean }>(
    "select table_name t, column_name c, is_nullable = 'YES' n from information_schema.columns where table_schema = 'public'",
  );
  const indexes = await rows<{ t: string; i: string; u: boolean }>(
    "select c.relname t, i.relname i, x.indisunique u from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and not x.indisprimary",
  );
  const references = await rows<{ t: string; def: string }>(
    "select conrelid::regclass::text t, pg_get_constraintdef(oid) def from pg_constraint where contype = 'f'",
  );
  const tables = [...new Set(columns.map(({ t }) => t))];
  const inWords = (def: string) =>
    def.replace(
      /FOREIGN KEY \((\w+)\) REFERENCES (\w+)\((\w+)\)(?: ON DELETE ([A-Z ]+))?.*/,
      (_all, from: string, table: string, to: string, then = "NO ACTION") =>
        `${from} → ${table}.${to} ${String(then).trim().toLowerCase()}`,
    );
  const shape = sorted(
    tables.map((table) => {
      const own = indexes.filter(({ t }) => t === table);
      return [
        table,
        {
          columns: sorted(columns.filter(({ t }) => t === table).map(({ c, n }) => [c, n])),
          unique: own
            .filter(({ u }) => u)
            .map(({ i }) => i)
            .sort(),
          indexes: own.map(({ i }) => i).sort(),
          references: references
            .filter(({ t }) => t === table)
            .map(({ def }) => inWords(def))
            .sort(),
        },
      ];
    }),
  );
  await db.close();
  return shape;
}

type Snapshot = { tables: Record<string, unknown> };
const snapshot = (engine: (typeof engines)[number]): Snapshot => {
  const folder = join(migrationsFolder(engine), "meta");
  const last = readdirSync(folder)
    .filter((name) => name.endsWith("_snapshot.json"))
    .sort()
    .at(-1);
  return JSON.parse(readFileSync(join(folder, String(last)), "utf8")) as Snapshot;
};

/** The statements that drizzle-kit would still generate after this snapshot. */
const leftToGenerate = async (from: Snapshot): Promise<string[]> =>
  postgres
    ? generateMigration(from, generateDrizzleJson(schema, undefined, undefined, "snake_case"))
    : generateSQLiteMigration(from, await generateSQLiteDrizzleJson(schema, undefined, "snake_case"));

describe("the migrations", () => {
  it("of both engines make the same tables, columns, indexes and references", async () => {
    const [lite, pg] = [sqliteShape(), await postgresShape()];
    expect(Object.keys(lite).length).toBeGreaterThan(10);
    expect(pg).toEqual(lite);
    // Starting another PostgreSQL takes long on a busy machine.
  });

  it("are as many for one engine as for the other, in order", () => {
    expect(knownMigrations("sqlite").length).toBe(knownMigrations("postgres").length);
    for (const engine of engines) {
      const known = knownMigrations(engine);
      expect(known).toEqual(known.toSorted((a, b) => a - b));
      expect(new Set(known).size).toBe(known.length);
      expect(scripts(engine).length).toBeGreaterThan(0);
    }
  });

  // A process has one dialect, so each run of the tests checks its own engine's folder.
  it(`are what the schema says now (${postgres ? "postgres" : "sqlite"}): nothing is left to generate`, async () => {
    const latest = snapshot(postgres ? "postgres" : "sqlite");
    expect(await leftToGenerate(latest)).toEqual([]);
    const { tables } = latest;
    const older = {
      ...latest,
      tables: Object.fromEntries(Object.entries(tables).filter(([name]) => !name.endsWith("tags"))),
    };
    expect((await leftToGenerate(older)).join()).toContain("CREATE TABLE");
  });
});

it("the index names every file that makes tables; after a new one, run `npm run db:generate`", () => {
  const makesTables = (name: string) =>
    /^export const \w+ = table\(/m.test(readFileSync(join("db/schema", name), "utf8"));
  const names = readdirSync("db/schema").filter(makesTables).toSorted();
  expect(names.length).toBeGreaterThan(20);
  expect(readFileSync("db/schema/index.ts", "utf8").match(/(?<=")\.\/[^"]+/g)).toEqual(
    names.map((name) => `./${name.slice(0, -".ts".length)}`),
  );
});
