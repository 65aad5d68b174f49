import { and, asc, eq, notInArray } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../db";
import { options } from "../../../db/schema";
import { notFound } from "../../core/errors";
import { noInput } from "../../core/fields";
import { query } from "../../core/operation";
import { isKnown, known, optionKeys, SECRET_MARK, settingKeys } from "../../core/settings";
import { readOptions } from "../../services/settings/reading";
import { option, optionPath, publicOption, setting } from "./schema";

/** A stored option as an answer; of a secret, whether it is set. */
export const shown = (row: typeof options.$inferSelect) =>
  isKnown(row.key) && known(row.key).secret && row.value !== "" ? { ...row, value: SECRET_MARK } : row;

/** The stored options by key; `listSettings` has the known ones with their defaults. */
export const listOptions = query("listOptions", {
  can: "manage options",
  input: noInput,
  output: z.array(option),
  run: async ({ db }) => (await db.select().from(options).orderBy(asc(options.key))).map(shown),
});

/** The values in force of these options by key; without secrets, and without the owner's own. */
export async function openValues(db: Database, items: readonly { key: string }[]): Promise<Record<string, string>> {
  const inForce = await readOptions(db);
  return Object.fromEntries(
    items.flatMap(({ key }) => (isKnown(key) && !known(key).secret ? [[key, String(inForce[key])]] : [])),
  );
}

/** One stored option. */
export const getOption = query("getOption", {
  can: "manage options",
  input: optionPath,
  output: option,
  run: async ({ db }, { optionId }) => {
    const [row] = await db.select().from(options).where(eq(options.id, optionId));
    if (!row) throw notFound();
    return shown(row);
  },
});

/** Every known option, with its bounds and current value. */
export const listSettings = query("listSettings", {
  can: "manage options",
  input: noInput,
  output: z.array(setting),
  run: async ({ db }) => {
    const [inForce, rows] = await Promise.all([readOptions(db), db.select({ key: options.key }).from(options)]);
    const stored = new Set(rows.map(({ key }) => key));
    return optionKeys.map((key) => {
      const {
        group,
        kind,
        unit = null,
        says,
        fallback,
        min = null,
        max = null,
        choices,
        secret = false,
        public: isPublic,
      } = known(key);
      return {
        key,
        group,
        kind,
        unit,
        description: says,
        value: String(inForce[key]),
        fallback: String(fallback),
        stored: stored.has(key),
        min,
        max,
        choices: choices ? [...choices] : null,
        secret,
        public: isPublic,
      };
    });
  },
});

const publicKeys = optionKeys.filter((key) => known(key).public);

/** The options that strangers may read: known public ones, and the owner's CUSTOM ones. */
export const listPublicOptions = query("listPublicOptions", {
  can: "read the site",
  input: noInput,
  output: z.array(publicOption),
  reads: () => ["options", ...settingKeys(...publicKeys)],
  run: async ({ db }) => {
    const own = and(eq(options.type, "CUSTOM"), notInArray(options.key, optionKeys));
    const [inForce, rows] = await Promise.all([
      readOptions(db),
      db.select({ key: options.key, value: options.value }).from(options).where(own).orderBy(asc(options.key)),
    ]);
    return [...publicKeys.map((key) => ({ key, value: String(inForce[key]) })), ...rows];
  },
});
