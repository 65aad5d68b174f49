import type { Context } from "../../../core/operation";
import { importedCategories } from "../../taxonomy/categories/importing";
import { importedTags } from "../../taxonomy/tags/importing";
import type { Run } from "./run";

const stores = { category: importedCategories, tag: importedTags };

/** The numbers here of a text's categories or tags; says which were not taken in, or are gone. */
export async function idsOf(
  run: Run,
  context: Context,
  kind: "category" | "tag",
  sources: readonly string[],
  warnings: string[],
): Promise<number[]> {
  const ids = new Set<number>();
  for (const source of sources) {
    const id = await run.idOf(context.db, kind, source);
    // A dry run counts below zero what it would make.
    if (id === null || (id > 0 && (await stores[kind].read(context.db, id)) === null))
      warnings.push(`its ${kind} "${source}" was not taken in`);
    else ids.add(id);
  }
  return [...ids];
}
