import { getTableColumns, is, Table } from "drizzle-orm";
import { expect, test } from "vitest";
import * as schema from "../../../../db/schema";
import { joinedTables, leftOut, type Part, parts, textColumns } from "./columns";

const tables = new Map(
  Object.entries(schema).flatMap(([name, each]): [string, Table][] => (is(each, Table) ? [[name, each]] : [])),
);
const everyPart = Object.values<Part>(parts);
const namesOf = (table: Table) => Object.keys(getTableColumns(table));

test("every table is in an export, or is named with the reason why it is not", () => {
  const inLines = new Set(everyPart.map(({ table }) => table));
  const unknown = [...tables].filter(
    ([name, table]) => !inLines.has(table) && !(joinedTables as readonly string[]).includes(name) && !(name in leftOut),
  );
  expect(
    unknown.map(([name]) => name),
    "a new table: name it in columns.ts, in `parts` (what people made) or in `leftOut` with the reason",
  ).toEqual([]);
  expect(Object.keys(leftOut).filter((name) => !tables.has(name))).toEqual([]);
  expect(Object.keys(leftOut).filter((name) => tables.has(name) && inLines.has(tables.get(name) as Table))).toEqual([]);
});

test("a column of posts and sheets stands in front matter, in a line, or is named with the reason why not", () => {
  const { frontMatter, others, kept, without } = textColumns;
  const said = new Set<string>([...frontMatter, ...others, ...kept, ...Object.keys(without)]);
  expect([...said].toSorted()).toEqual(namesOf(schema.posts).toSorted());
  expect(namesOf(schema.sheets).filter((name) => !said.has(name))).toEqual([]);
  expect(others).toEqual(expect.arrayContaining(["updateTime", "publishedTime", "recycledTime", "version"]));
});

test("what is left out of other tables, and what visitors read of them, are columns that exist", () => {
  for (const { table, without, personal, visitors } of everyPart) {
    const names = namesOf(table);
    for (const name of [...Object.keys(without), ...personal, ...visitors]) expect(names).toContain(name);
    expect(visitors.filter((name) => name in without || personal.includes(name))).toEqual([]);
  }
});

test("no secret of an account is in any export", () => {
  const said = namesOf(schema.users).filter((name) => !(name in parts.users.without));
  expect(said).toEqual([
    "id",
    "username",
    "nickname",
    "email",
    "role",
    "title",
    "avatar",
    "description",
    "locale",
    "timeZone",
    "url",
    "suspended",
    "createTime",
    "updateTime",
    "lastLoginTime",
  ]);
});
