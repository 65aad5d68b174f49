import { getTableColumns } from "drizzle-orm";
import { expect, it } from "vitest";
import { tableOf, titleOf } from "./records";
import { recordKinds } from "./kinds-schema";

it.each(recordKinds)("%s has a table, and a column that says what it is called", (kind) => {
  expect(Object.values(getTableColumns(tableOf(kind)))).toContain(titleOf(kind));
  expect(titleOf(kind).notNull).toBe(true);
});
