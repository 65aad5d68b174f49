import type { Context } from "../../../core/operation";
import { countLocks } from "../../taxonomy/categories/importing";
import type { ImportedText } from "../../writing/importing";
import type { TextRecord } from "../records";
import type { Run } from "./run";

/** The fields of a text that say who may read it. */
export const protecting = ["status", "password", "categoryIds"];

/**
 * Makes a text private that fewer passwords of categories would protect here than at the source, since one of them was not
 * taken in, or is gone or open here; returns whether it did.
 */
export async function keptHidden(
  run: Run,
  { db }: Context,
  { categories }: TextRecord,
  text: Pick<ImportedText, "status" | "password" | "categoryIds">,
  warnings: string[],
): Promise<boolean> {
  const there = run.locksThere(categories);
  // A password of its own is the only one that counts; a dry run has no categories yet.
  if (there === 0 || text.status !== "PUBLISHED" || text.password !== "" || run.facts.dryRun) return false;
  if ((await countLocks(db, text.categoryIds)) >= there) return false;
  text.status = "INTIMATE";
  warnings.push("not all passwords of categories that protected it do so here; it is private");
  return true;
}
