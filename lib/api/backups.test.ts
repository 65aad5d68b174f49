import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "otplib";
import { beforeEach, describe, expect, it } from "vitest";
import { takeBackupLock } from "../../db/data-dir";
import { postgres } from "../../db/dialect";
import { events, users } from "../../db/schema";
import { env } from "../core/env";
import { engine } from "../core/operation";
import { sealKey } from "../features/accounts/factors/factor";
import { newMfaKey } from "../features/accounts/factors/totp";
import { hashPassword, ownWork } from "../features/accounts/passwords/password";
import { ensureSiteKey } from "../features/accounts/sign-in/site-key";
import { backupsFolder, findBackups, makeBackupsFolder, newBackupName, noteFacts } from "../features/backups/folder";
import { makeInChild } from "../features/backups/child";
import { restoreState, siteRestore } from "../features/backups/restore-state";
import { aToken, call } from "../testing/api";
import { workOff } from "../testing/jobs";
import { aPost } from "../testing/factories";
import { hasRealDatabase, realDatabase } from "../testing/real-database";
import { stored } from "../testing/setup";

const database = realDatabase();

describe.skipIf(!hasRealDatabase)("backups over the API", () => {
  let token = "";
  beforeEach(async () => {
    await database.fresh();
    await ensureSiteKey();
    await aPost();
    ({ token } = await aToken("ADMIN"));
  });
  const ask = (method: string, path: string, more: object = {}) =>
    call(method, `/admin/backups${path}`, { token, ...more });

  /** Makes one without a job. */
  async function aBackup(): Promise<string> {
    makeBackupsFolder();
    const name = newBackupName(new Date());
    noteFacts(
      name,
      await makeInChild({ path: join(backupsFolder(), name), reason: "MANUAL", withKey: true, program: "1" }),
    );
    return name;
  }

  it("are made by a job, listed, verified and deleted; each is in the audit log", async () => {
    const asked = await ask("POST", "", { body: {} });
    expect([asked.status, asked.json.kind, asked.json.state]).toEqual([202, "back-up", "WAITING"]);
    expect(await ask("POST", "", { body: {} })).toMatchObject({ status: 409, json: { code: "conflict" } });
    await workOff("back-up");
    const list = await ask("GET", "");
    expect(list.json).toMatchObject([
      {
        reason: "MANUAL",
        formatVersion: 1,
        engine: postgres ? "POSTGRESQL" : "SQLITE",
        withKey: true,
        verified: { ok: true, problems: [] },
      },
    ]);
    const name = String((list.json as unknown as { name: string }[])[0]?.name);
    expect((await ask("GET", `/${name}`)).json).toMatchObject({ name, counts: { posts: 1 } });

    const file = join(backupsFolder(), name);
    writeFileSync(file, readFileSync(file).fill(1, 500, 501));
    expect((await ask("POST", `/${name}/verify`)).status).toBe(202);
    await workOff("verify-backup");
    expect((await ask("GET", `/${name}`)).json.verified).toMatchObject({ ok: false });

    expect((await ask("DELETE", `/${name}`)).status).toBe(204);
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/verify"],
      ["POST", "/restore"],
    ] as const)
      expect(
        (
          await ask(
            method,
            `/${name}${path}`,
            method === "POST" ? { body: path === "/restore" ? { confirm: name } : {} } : {},
          )
        ).status,
      ).toBe(404);
    expect(findBackups()).toEqual([]);
    const told = (await stored().select().from(events)).map(({ operation }) => operation);
    expect(told).toEqual(expect.arrayContaining(["createBackup", "verifyBackup", "deleteBackup"]));
  });

  it("are for administrators only, and names lead nowhere else", async () => {
    for (const role of ["EDITOR", "AUTHOR"] as const)
      expect((await call("GET", "/admin/backups", { token: (await aToken(role)).token })).status).toBe(403);
    for (const name of ["..%2Fbroadsheet.db", ".hidden.zip", "a.db", "a%00.zip", `${"a".repeat(100)}.zip`])
      expect([400, 404]).toContain((await ask("GET", `/${name}`)).status);
  });

  it("are taken in from elsewhere where they are whole, and not otherwise", async () => {
    const name = await aBackup();
    await makeInChild({
      path: join(backupsFolder(), "elsewhere.zip"),
      reason: "SCHEDULED",
      withKey: true,
      program: "1",
    });
    const bytes = readFileSync(join(backupsFolder(), "elsewhere.zip"));
    rmSync(join(backupsFolder(), "elsewhere.zip"));
    const put = (to: string, body: Buffer) =>
      ask("PUT", `/${to}`, { body: new Uint8Array(body), headers: { "content-type": "application/zip" } });
    const taken = await put("mine.zip", bytes);
    expect([taken.status, taken.json]).toEqual([
      200,
      // One that was made by itself is deleted by itself, at the site that made it alone.
      expect.objectContaining({ name: "mine.zip", size: bytes.length, reason: "MANUAL" }),
    ]);
    expect(readFileSync(join(backupsFolder(), "mine.zip")).equals(bytes)).toBe(true);
    expect(await put("mine.zip", bytes)).toMatchObject({ status: 409 });
    const spoilt = await put("spoilt.zip", bytes.subarray(0, -9));
    expect([spoilt.status, spoilt.json.errors]).toEqual([
      400,
      [expect.objectContaining({ field: "file", code: "bad_backup" })],
    ]);
    expect(
      findBackups()
        .map((each) => each.name)
        .sort(),
    ).toEqual([name, "mine.zip"].sort());
  });

  it("leave what a restore replaced, which is listed with its size, and deleted", async () => {
    const name = "2026-01-31T03-00-00-123Z";
    const folder = join(env.dataDir, "replaced", name);
    mkdirSync(join(folder, "uploads/2024"), { recursive: true });
    writeFileSync(join(folder, "broadsheet.db"), Buffer.alloc(5000));
    writeFileSync(join(folder, "uploads/2024/a"), Buffer.alloc(700));
    mkdirSync(join(env.dataDir, "replaced", "something else"));
    expect((await ask("GET", "/replaced")).json).toEqual([
      { name, replaceTime: "2026-01-31T03:00:00.123Z", size: 5700 },
    ]);
    for (const role of ["EDITOR", "AUTHOR"] as const) {
      const { token: theirs } = await aToken(role);
      for (const [method, path] of [
        ["GET", "/replaced"],
        ["DELETE", `/replaced/${name}`],
        ["POST", "/restore/cancel"],
      ] as const)
        expect((await call(method, `/admin/backups${path}`, { token: theirs })).status).toBe(403);
    }
    for (const other of ["%2e%2e%2fuploads", "something%20else", "2026-01-31T03-00-00-124Z"])
      expect([400, 404]).toContain((await ask("DELETE", `/replaced/${other}`)).status);
    const release = takeBackupLock();
    expect(await ask("DELETE", `/replaced/${name}`)).toMatchObject({ status: 409 });
    release();
    expect(existsSync(join(folder, "broadsheet.db"))).toBe(true);
    expect((await ask("DELETE", `/replaced/${name}`)).status).toBe(204);
    expect((await ask("GET", "/replaced")).json).toEqual([]);
    expect(readdirSync(env.dataDir).filter((each) => each.startsWith(".restore-"))).toEqual([]);
    expect((await stored().select().from(events)).at(-1)).toMatchObject({
      operation: "deleteReplaced",
      subject: `replaced:${name}`,
    });
    expect(await ask("POST", "/restore/cancel")).toMatchObject({ status: 409 });
  });

  it("are restored after the name, the password and the second factor", async () => {
    const begun: string[] = [];
    siteRestore.provide((name) => {
      begun.push(name);
      return { ...restoreState(), state: "PREPARING", name };
    });
    const name = await aBackup();
    const restore = (body: object, headers: Record<string, string>) =>
      ask("POST", `/${name}/restore`, { body, headers });
    expect(await restore({ confirm: "yes" }, {})).toMatchObject({
      status: 400,
      json: { errors: [{ field: "confirm" }] },
    });
    expect(await restore({ confirm: name }, {})).toMatchObject({
      status: 403,
      json: { errors: [{ field: "currentPassword", code: "required" }] },
    });
    expect((await restore({ confirm: name }, { "x-current-password": "wrong" })).status).toBe(403);
    expect(begun).toEqual([]);
    const passwordHash = await hashPassword("correct horse battery", ownWork);
    const set = (more: object) =>
      engine().transaction(
        async (db) => void (await db.update(users).set({ passwordHash, ...more })),
        () => null,
      );
    await set({});
    const right = { "x-current-password": "correct horse battery" };
    const accepted = await restore({ confirm: name }, right);
    expect([accepted.status, accepted.json.state, begun]).toEqual([202, "PREPARING", [name]]);
    const key = newMfaKey();
    await set({ mfaType: "TFA_TOTP", mfaKey: sealKey(key) });
    expect(await restore({ confirm: name }, right)).toMatchObject({
      status: 400,
      json: { errors: [{ field: "authcode" }] },
    });
    expect((await restore({ confirm: name }, { ...right, "x-authcode": "000000" })).status).toBe(400);
    const code = { ...right, "x-authcode": await generate({ secret: key, epoch: Math.floor(Date.now() / 1000) }) };
    expect((await restore({ confirm: name }, code)).status).toBe(202);
    expect((await restore({ confirm: name }, code)).status).toBe(400);
    expect(begun).toEqual([name, name]);
    expect((await ask("GET", "/restore")).json).toMatchObject({ state: "NONE" });
  });
});
