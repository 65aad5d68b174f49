import { count, desc, isNotNull } from "drizzle-orm";
import type { Database } from "../../../../db";
import { keyMarks, recoveryCodes, sessions, users } from "../../../../db/schema";
import { system } from "../../../core/access";
import { env } from "../../../core/env";
import { nothing } from "../../../core/fields";
import { KEY_ADVICE, keyFile, keySource, makeKey, markOf, putKeyAside, readKey } from "../../../core/key-file";
import { engine, mutation } from "../../../core/operation";
import { StorageError } from "../../../core/storage-error";
import { keyMark, renewedKey } from "../credentials-schema";

/** The mark of the key that a database was written with. */
export async function knownMark(db: Database): Promise<string | undefined> {
  const [row] = await db.select({ mark: keyMarks.mark }).from(keyMarks).orderBy(desc(keyMarks.id)).limit(1);
  return row?.mark;
}

/** Databases of earlier versions have no mark; one with accounts had a key. */
async function wasInUse(db: Database): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length > 0;
}

const noteMark = mutation("noteKeyMark", {
  can: "manage users",
  input: keyMark,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db, now }, { mark }) => {
    // Another server may have begun the same site a moment ago.
    const known = await knownMark(db);
    if (known === undefined) await db.insert(keyMarks).values({ mark, createTime: now });
    else if (known !== mark) throw new StorageError(anothersKey());
  },
});

const anothersKey = () => `${keySource()} is not the one that this database was written with. ${KEY_ADVICE}`;

/** The fault between the key and the open database, as a sentence; null where they match or neither exists yet. */
export async function keyProblem(db: Database, key = readKey()): Promise<string | null> {
  const mark = await knownMark(db);
  if (key && mark !== undefined && markOf(key) !== mark) return anothersKey();
  if (!key && (mark !== undefined || (await wasInUse(db))))
    return `The key file ${keyFile()} is missing, but this database was written with one. ${KEY_ADVICE}`;
  return null;
}

/**
 * Makes the key of a new site; refuses one that is lost, damaged or another site's, since it could neither unseal
 * secrets nor verify signatures.
 */
export async function ensureSiteKey(): Promise<void> {
  const db = engine().reader;
  const key = readKey();
  const problem = await keyProblem(db, key);
  if (problem !== null) throw new StorageError(problem);
  const mark = markOf(key ?? makeKey());
  if ((await knownMark(db)) === undefined) await noteMark(system, { mark });
}

const forgetSealed = mutation("renewSiteKey", {
  can: "manage users",
  input: keyMark,
  output: renewedKey,
  touches: () => [],
  about: (_input, { factors }) => ({
    subject: "site",
    summary: `made a new key; second factors turned off: ${factors}`,
  }),
  run: async ({ db, now }, { mark }) => {
    const [factors] = await db.select({ total: count() }).from(users).where(isNotNull(users.mfaKey));
    await db.update(users).set({ mfaType: "NONE", mfaKey: null, lastTotpStep: null, updateTime: now });
    for (const table of [recoveryCodes, sessions, keyMarks]) await db.delete(table);
    await db.insert(keyMarks).values({ mark, createTime: now });
    return { factors: factors?.total ?? 0 };
  },
});

/** Replaces a lost key by a new file, or by the one in the settings. Everything the old key sealed is lost. */
export async function renewSiteKey(): Promise<{ factors: number }> {
  if (env.secretKey === undefined) putKeyAside(new Date());
  return forgetSealed(system, { mark: markOf(readKey() ?? makeKey()) });
}
