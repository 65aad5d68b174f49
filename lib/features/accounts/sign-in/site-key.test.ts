import { randomBytes } from "node:crypto";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { keyMarks, users } from "../../../../db/schema";
import { env } from "../../../core/env";
import { keyFile, readKey } from "../../../core/key-file";
import { engine } from "../../../core/operation";
import { StorageError } from "../../../core/storage-error";
import { anAdmin } from "../../../testing/actors";
import { freshDatabase, stored } from "../../../testing/setup";
import { ensureSiteKey, renewSiteKey } from "./site-key";

beforeEach(async () => void (await freshDatabase()));

const anotherKey = () => writeFileSync(keyFile(), randomBytes(32).toString("base64"));

describe("the site's key", () => {
  it("is made for a new site, and belongs to its database from then on", async () => {
    await ensureSiteKey();
    const key = readKey();
    expect(key).toHaveLength(32);
    await anAdmin();
    await ensureSiteKey();
    expect([readKey(), (await stored().select().from(keyMarks)).length]).toEqual([key, 1]);
  });

  it("of an earlier version's site is taken as it is", async () => {
    await anAdmin();
    anotherKey();
    const key = readKey();
    await ensureSiteKey();
    await ensureSiteKey();
    expect(readKey()).toEqual(key);
  });

  it("is not made anew for a site that had one", async () => {
    await ensureSiteKey();
    rmSync(keyFile());
    await expect(ensureSiteKey()).rejects.toThrow(StorageError);
    await expect(ensureSiteKey()).rejects.toThrow(
      /^The key file .* is missing, but this database was written with one\. Restore it from a backup\. If there is none, run `npm run cms -- key renew`/,
    );
    expect(readKey()).toBeNull();
  });

  it("is not made anew beside accounts, though an earlier version left no mark", async () => {
    await anAdmin();
    await expect(ensureSiteKey()).rejects.toThrow(/is missing/);
    expect(readKey()).toBeNull();
  });

  it("of another site is refused", async () => {
    await ensureSiteKey();
    anotherKey();
    await expect(ensureSiteKey()).rejects.toThrow(/is not the one that this database was written with/);
  });

  it("comes from SECRET_KEY where that is set, and must be the database's own", async () => {
    const [one, other] = [randomBytes(32), randomBytes(32)].map((key) => key.toString("base64")) as [string, string];
    try {
      env.secretKey = one;
      await ensureSiteKey();
      expect([readKey()?.toString("base64"), existsSync(keyFile())]).toEqual([one, false]);
      env.secretKey = other;
      await expect(ensureSiteKey()).rejects.toThrow(
        /^The key in the setting SECRET_KEY is not the one that this database was written with/,
      );
      await renewSiteKey();
      await ensureSiteKey();
    } finally {
      env.secretKey = undefined;
    }
  });

  it("of two servers that begin one site with a key each: the second is refused", async () => {
    const begin = (key: string) => {
      env.secretKey = key;
      const begun = ensureSiteKey();
      env.secretKey = undefined;
      return begun;
    };
    const keys = [randomBytes(32), randomBytes(32)].map((key) => key.toString("base64"));
    const results = await Promise.allSettled(keys.map(begin));
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await stored().select().from(keyMarks)).toHaveLength(1);
  });

  it("that is lost for good is made anew on demand: second factors are off, sessions end", async () => {
    await ensureSiteKey();
    const admin = await anAdmin();
    await engine().transaction(
      (db) => db.update(users).set({ mfaType: "TFA_TOTP", mfaKey: "sealed" }).where(eq(users.id, admin.id)),
      () => null,
    );
    for (const lose of [() => rmSync(keyFile()), () => writeFileSync(keyFile(), ""), anotherKey]) {
      lose();
      await expect(ensureSiteKey()).rejects.toThrow(StorageError);
      await renewSiteKey();
      await ensureSiteKey();
    }
    expect(await stored().select({ mfaType: users.mfaType, mfaKey: users.mfaKey }).from(users)).toEqual([
      { mfaType: "NONE", mfaKey: null },
    ]);
    expect(await stored().select().from(keyMarks)).toHaveLength(1);
  });
});
