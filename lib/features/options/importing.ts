import { eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { options } from "../../../db/schema";
import { isKnown, known, type OptionKey, settingKeys } from "../../core/settings";
import { recordReferences } from "../references/recording";
import { newOption } from "./schema";

/** Groups of which settings are taken over; a file that an owner takes in may come from anybody. */
const takenGroups = ["site", "appearance", "posts", "comments", "addresses"];

/** Whether a setting rules the site. */
export const isRuling = (key: OptionKey): boolean =>
  known(key).ruling === true || !takenGroups.includes(known(key).group);

/** Why a setting stays out of what a file of another site may bring. */
function keptOut(key: OptionKey): string | null {
  if (known(key).secret) return "secrets are not taken over";
  return isRuling(key) ? "what rules this site is not taken over; set it here" : null;
}

/** Takes a setting over where the site still has its default; says why not otherwise. */
export async function takeOption(
  db: Database,
  key: string,
  value: string,
  { now, dryRun }: { now: Date; dryRun: boolean },
): Promise<{ id: number | null; cacheKeys: string[] } | { refused: string }> {
  if (!isKnown(key)) return { refused: "this site has no such setting" };
  const { schema, fallback } = known(key);
  const reason = keptOut(key);
  if (reason) return { refused: reason };
  const parsed = schema.safeParse(value);
  if (!parsed.success) return { refused: "its value is not allowed here" };
  const text = String(parsed.data);
  const [before] = await db.select().from(options).where(eq(options.key, key));
  if (before && before.value !== String(fallback)) return { refused: "the site has a value of its own" };
  if (text === String(fallback)) return { refused: "it is the same here" };
  if (dryRun) return { id: null, cacheKeys: [] };
  const [row] = await db
    .insert(options)
    .values({ key, type: "INTERNAL", value: text, createTime: now, updateTime: now })
    .onConflictDoUpdate({ target: options.key, set: { value: text, updateTime: now } })
    .returning();
  if (!row) throw new Error("the option was not stored");
  await recordReferences(db, "option", row.id, row);
  return { id: row.id, cacheKeys: settingKeys(key) };
}

/**
 * Takes over an option of our own export as it was there, one that no version of this program knows too; says why not
 * otherwise. One that is here already stays.
 */
export async function takeExportedOption(
  db: Database,
  { key, type, value }: { key: string; type: "CUSTOM" | "INTERNAL"; value: string },
  { createTime, updateTime, dryRun }: { createTime: Date; updateTime: Date; dryRun: boolean },
): Promise<{ id: number | null; cacheKeys: string[] } | { refused: string }> {
  const parsed = newOption.safeParse({ key, type, value });
  if (!parsed.success || parsed.data.key !== key) return { refused: "its name or its value is not allowed here" };
  if (isKnown(key)) {
    const { schema, fallback } = known(key);
    const reason = keptOut(key);
    if (reason) return { refused: reason };
    if (!schema.safeParse(value).success) return { refused: "its value is not allowed here" };
    const [before] = await db.select().from(options).where(eq(options.key, key));
    if (before && before.value !== String(fallback)) return { refused: "the site has a value of its own" };
  } else if ((await db.select({ id: options.id }).from(options).where(eq(options.key, key))).length > 0)
    return { refused: "the site has a value of its own" };
  if (dryRun) return { id: null, cacheKeys: [] };
  const [row] = await db
    .insert(options)
    .values({ key, type, value, createTime, updateTime })
    .onConflictDoUpdate({ target: options.key, set: { value, createTime, updateTime } })
    .returning();
  if (!row) throw new Error("the option was not stored");
  await recordReferences(db, "option", row.id, row);
  return { id: row.id, cacheKeys: isKnown(key) ? settingKeys(key) : ["options"] };
}

/** Gives a setting its default back, unless somebody has changed it since. */
export async function giveOptionBack(db: Database, id: number, mark: string): Promise<string[] | null> {
  const [row] = await db.select().from(options).where(eq(options.id, id));
  if (!row) return [];
  if (row.updateTime.toISOString() !== mark) return null;
  await db.delete(options).where(eq(options.id, id));
  return isKnown(row.key) ? settingKeys(row.key) : ["options"];
}
