import type { Context } from "../../../core/operation";
import type { Run } from "./run";

/** The numbers here of a text's categories or tags; says which were not taken in. */
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
    if (id === null) warnings.push(`its ${kind} "${source}" was not taken in`);
    else ids.add(id);
  }
  return [...ids];
}
