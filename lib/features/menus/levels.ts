import type { Database } from "../../../db";
import { menus } from "../../../db/schema";
import { checkLevels } from "../../core/tree-places";
import { menuTree } from "./queries";
import * as shape from "./schema";

/** Refuses a change after which an entry is inside itself, or too deep. */
export async function checkTree(
  db: Database,
  ids: readonly number[],
  fieldOf: (index: number) => string,
): Promise<void> {
  checkLevels(await menuTree(db), ids, fieldOf, { one: "An entry", all: "Entries", most: shape.MOST_LEVELS });
}

/** Whether there can be a further entry. */
export const hasRoom = async (db: Database): Promise<boolean> => (await db.$count(menus)) < shape.MOST_ENTRIES;
