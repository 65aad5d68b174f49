import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../db";
import { options } from "../../../db/schema";
import { recordReferences } from "../references/recording";
import { conflict, invalid, invalidInput, notFound } from "../../core/errors";
import { nothing } from "../../core/fields";
import { type Context, mutation } from "../../core/operation";
import type { CacheKey } from "../../core/cache-keys";
import { openValues, shown } from "./queries";
import { refuseNoPicture } from "./icon";
import { refuseLockOut } from "./lock-out";
import { isKnown, known, SECRET_MARK, settingKeys } from "../../core/settings";
import * as shape from "./schema";
import { sealed } from "../../services/settings/sealing";

type Row = typeof options.$inferSelect;

/**
 * The stored text of an option's value, checked against its definition. `null` is the default; a secret's mark keeps
 * the text in `before`.
 */
async function textFor(
  { actor, db }: Context,
  key: string,
  value: string | null,
  before: string | undefined,
  field: string,
): Promise<string> {
  if (!isKnown(key)) return value ?? "";
  const { schema, fallback, secret } = known(key);
  if (value === null) return String(fallback);
  if (secret && value === SECRET_MARK) return before ?? "";
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) {
    const [error] = invalidInput(parsed.error).extra.errors ?? [];
    throw invalid(field, error?.code ?? "wrong_value", error?.message ?? "This value is not allowed for this option.");
  }
  if (key === "site_url" && value !== before) refuseLockOut(actor, value, field);
  if (key === "site_icon" && value !== before && value !== "") await refuseNoPicture(db, value, field);
  return secret ? sealed(value) : String(parsed.data);
}

const typeFor = (key: string) => (isKnown(key) ? "INTERNAL" : "CUSTOM");

async function rowOf(db: Database, where: ReturnType<typeof eq>): Promise<Row | undefined> {
  return (await db.select().from(options).where(where))[0];
}

/** The cache keys of options: a setting has its own, the owner's own options share one. */
const keysOf = (key: string): CacheKey[] => (isKnown(key) ? settingKeys(key) : ["options"]);

/** Filled while options are stored, with what those that changed make stale. */
type Stale = Set<CacheKey>;
const prepare = async (): Promise<Stale> => new Set();
const touches = (_input: unknown, _output: unknown, stale: Stale): CacheKey[] => [...stale];

/** Notes what one option makes stale; where there was none before, a setting had its default. */
function noteChange(
  stale: Stale,
  before: Pick<Row, "key" | "value" | "type"> | undefined,
  after: Pick<Row, "key" | "value" | "type">,
): void {
  const was = before?.value ?? (isKnown(after.key) ? String(known(after.key).fallback) : undefined);
  if (was === after.value && before?.type === after.type && before.key === after.key) return;
  if (was === after.value && isKnown(after.key)) return;
  for (const key of [...keysOf(after.key), ...(before ? keysOf(before.key) : [])]) stale.add(key);
}

/** Stores an option that is not stored yet. */
export const createOption = mutation("createOption", {
  can: "manage options",
  input: shape.newOption,
  output: shape.option,
  example: { key: "motto", value: "Slow and steady" },
  touches,
  about: (_input, { id, key }) => ({ subject: `option:${id}`, summary: `The option "${key}" was set.` }),
  prepare,
  run: async (context, { key, type, value }, stale) => {
    const { db, now } = context;
    const values = {
      key,
      type: type ?? typeFor(key),
      value: await textFor(context, key, value ?? null, undefined, "value"),
      createTime: now,
      updateTime: now,
    };
    const [row] = await db.insert(options).values(values).onConflictDoNothing().returning();
    if (!row) throw conflict("key", `The option "${key}" is stored already.`);
    noteChange(stale, undefined, row);
    await recordReferences(db, "option", row.id, row, { isNew: true });
    return shown(row);
  },
});

/** Changes the given fields of a stored option. */
export const updateOption = mutation("updateOption", {
  can: "manage options",
  input: shape.optionChanges,
  output: shape.option,
  example: { optionId: 1, key: "motto", value: "Slow, and steady" },
  touches,
  about: (_input, { id, key }) => ({ subject: `option:${id}`, summary: `The option "${key}" was set.` }),
  prepare,
  run: async (context, { optionId, key, type, value }, stale) => {
    const { db, now } = context;
    const before = await rowOf(db, eq(options.id, optionId));
    if (!before) throw notFound();
    if (key !== before.key) {
      // A known option keeps its type, and a secret stays sealed.
      if (isKnown(key) || isKnown(before.key))
        throw invalid("key", "wrong_value", "The key of a known option cannot be changed.");
      const [taken] = await db
        .select({ id: options.id })
        .from(options)
        .where(and(eq(options.key, key), ne(options.id, optionId)));
      if (taken) throw conflict("key", `The option "${key}" is stored already.`);
    }
    const text = value === undefined ? before.value : await textFor(context, key, value, before.value, "value");
    const [row] = await db
      .update(options)
      .set({ key, type: type ?? before.type, value: text, updateTime: now })
      .where(eq(options.id, optionId))
      .returning();
    if (!row) throw notFound();
    noteChange(stale, before, row);
    await recordReferences(db, "option", row.id, row);
    return shown(row);
  },
});

/** Stores several options by key, in one transaction. */
export const setOptions = mutation("setOptions", {
  can: "manage options",
  input: shape.optionBatch,
  output: z.array(shape.option),
  example: {
    items: [
      { key: "site_title", value: "Notes on engines" },
      { key: "posts_per_page", value: "20" },
    ],
  },
  touches,
  about: ({ items }) => ({
    subject: "options",
    summary: `Options were set: ${items
      .map(({ key }) => key)
      .join(", ")
      .slice(0, 1000)}.`,
  }),
  prepare,
  reread: ({ db }, { items }) => openValues(db, items),
  run: async (context, { items }, stale) => {
    const { db, now } = context;
    const rows: Row[] = [];
    for (const [index, { key, type, value }] of items.entries()) {
      const before = await rowOf(db, eq(options.key, key));
      const text =
        value === undefined && before
          ? before.value
          : await textFor(context, key, value ?? null, before?.value, `items.${index}.value`);
      const kind = type ?? before?.type ?? typeFor(key);
      const [row] = await db
        .insert(options)
        .values({ key, type: kind, value: text, createTime: now, updateTime: now })
        .onConflictDoUpdate({ target: options.key, set: { type: kind, value: text, updateTime: now } })
        .returning();
      if (!row) continue;
      noteChange(stale, before, row);
      await recordReferences(db, "option", row.id, row);
      rows.push(row);
    }
    return rows.map(shown);
  },
});

/** Removes a stored option; a known one has its default again. */
export const deleteOption = mutation("deleteOption", {
  can: "manage options",
  input: shape.optionPath,
  output: nothing,
  touches,
  about: ({ optionId }) => ({ subject: `option:${optionId}`, summary: "The option was removed." }),
  prepare,
  run: async ({ db }, { optionId }, stale) => {
    const [row] = await db.delete(options).where(eq(options.id, optionId)).returning({ key: options.key });
    if (!row) throw notFound();
    for (const key of keysOf(row.key)) stale.add(key);
  },
});
