import type { Database } from "../../../db";
import { invalid } from "../../core/errors";
import { menuTree } from "./queries";
import * as shape from "./schema";

/** Refuses a change after which an entry is inside itself, or too deep. */
export async function checkTree(
  db: Database,
  ids: readonly number[],
  fieldOf: (index: number) => string,
): Promise<void> {
  const tree = await menuTree(db);
  for (const [index, id] of ids.entries()) {
    if (tree.isInsideItself(id)) throw invalid(fieldOf(index), "wrong_value", "An entry cannot be inside itself.");
    if (tree.deepestLevel(id) > shape.MOST_LEVELS)
      throw invalid(fieldOf(index), "wrong_value", `Entries can be at most ${shape.MOST_LEVELS} levels deep.`);
  }
}
