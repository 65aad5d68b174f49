import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { eq, inArray } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { takeBackupLock } from "../../../db/data-dir";
import { openDatabase, type OpenDatabase } from "../../../db/open";
import {
  attachments,
  codes,
  comments,
  events,
  followers,
  invitations,
  jobs,
  mailings,
  posts,
  recoveryCodes,
  replyAddresses,
  sessions,
  tokens,
  users,
} from "../../../db/schema";
import { env } from "../../core/env";
import { keyFile } from "../../core/key-file";
import { engine, installEngine } from "../../core/operation";
import { anAdmin, system, visitor } from "../../testing/actors";
import { aComment } from "../../testing/commented";
import { aPost } from "../../testing/factories";
import { mailToken } from "../../services/mail/token";
import { confirmReplies } from "../comments/confirming";
import { stopNotifications } from "../comments/notifications";
import { confirmFollowing, stopFollowing } from "../followers/following";
import { hasRealDatabase, realDatabase } from "../../testing/real-database";
import { statement, stored } from "../../testing/setup";
import { anAttachment } from "../../testing/stored-files";
import { ensureSiteKey } from "../accounts/sign-in/site-key";
import { makeInChild } from "./child";
import { noteRestore } from "./restore-mutations";
import { removeRests, type Restored, restoreSite } from "./restoring";

const database = realDatabase();
let open: OpenDatabase;
const write = (work: (db: ReturnType<typeof stored>) => Promise<unknown>) =>
  engine().transaction(
    async (db) => void (await work(db)),
    () => null,
  );

async function reopen(): Promise<void> {
  open = await openDatabase();
  installEngine(open);
}
/** Restores as a process does that has the database open. */
const restore = (path: string, opened?: () => Promise<void>): Promise<Restored> =>
  restoreSite(path, {
    close: () => open.close(),
    open: () => reopen().then(opened),
    reopen,
    note: () => noteRestore(system, { from: path }),
  });

const backUp = async (withKey = true) => {
  const path = join(env.dataDir, `${withKey ? "with" : "without"}.zip`);
  await makeInChild({ path, reason: "MANUAL", withKey, program: "1" });
  return path;
};

/** All that the site consists of: posts, attachments with their bytes, and its key. */
async function site() {
  const files = await stored().select().from(attachments).orderBy(attachments.name);
  return {
    posts: (await stored().select().from(posts).orderBy(posts.id)).map(({ title }) => title),
    files: files.map(({ name, folder }) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(env.dataDir, "uploads", folder, "v1/original")))
        .digest("hex"),
    ]),
    uploads: readdirSync(join(env.dataDir, "uploads/2024/01")).sort(),
    key: readFileSync(keyFile(), "utf8"),
  };
}
const remains = () => readdirSync(env.dataDir).filter((name) => /^\.?restore/.test(name));
const databaseFile = postgres ? "database.json" : "broadsheet.db";

/** Goes to a machine that has nothing of the site. */
async function goElsewhere(): Promise<void> {
  await open.close();
  await database.empty();
  open = { ...open, close: async () => undefined };
}

describe.skipIf(!hasRealDatabase)("a restore", () => {
  beforeEach(async () => {
    open = await database.fresh();
    await ensureSiteKey();
    await anAdmin();
    await aPost();
    await anAttachment("aaaa", Buffer.from("first file"));
  });

  /** Changes everything that the backup holds. */
  async function changeSite(): Promise<void> {
    await write((db) => db.update(posts).set({ title: "Later" }));
    await write((db) => db.delete(attachments));
    rmSync(join(env.dataDir, "uploads/2024/01/aaaa"), { recursive: true });
    await anAttachment("bbbb", Buffer.from("second file"));
  }

  it("puts the site of the backup into its place, keeps the other, and can be taken back", async () => {
    const before = await site();
    const path = await backUp();
    await changeSite();
    const later = await site();
    const restored = await restore(path);
    expect(restored).toMatchObject({ restored: true, from: path, counts: { posts: 1, attachments: 1 }, notes: [] });
    expect(await site()).toEqual(before);
    expect((await stored().select().from(events)).at(-1)).toMatchObject({
      operation: "restoreBackup",
      subject: "site",
    });
    expect(remains()).toEqual([]);
    const replaced = join(env.dataDir, restored.replaced ?? "");
    expect(readdirSync(replaced).sort()).toEqual(expect.arrayContaining([databaseFile, "secret.key", "uploads"]));

    const back = await restore(replaced);
    expect(await site()).toEqual(later);
    expect(back.replaced).not.toBe(restored.replaced);
    // It stays, and can be restored again.
    expect(existsSync(join(replaced, "uploads/2024/01/bbbb/v1/original"))).toBe(true);
  });

  it("that was killed leaves nothing once a server has started, and none that is at work is touched", async () => {
    const made = (path: string, age = 0) => {
      mkdirSync(join(env.dataDir, path, "uploads"), { recursive: true });
      const time = Date.now() / 1000 - age;
      utimesSync(join(env.dataDir, path), time, time);
    };
    for (const path of [".restore-0123456789ab", "backups/.making-01234567", "backups/.verifying-01234567"]) made(path);
    made("backups/.verifying-76543210", 25 * 3600);
    const [half, own] = ["broadsheet-2026-01-31-030000-abcdef.zip.unfinished", "mine.zip.unfinished"];
    for (const name of [half, own]) writeFileSync(join(env.dataDir, "backups", name), "half");
    const there = () => [
      ...readdirSync(env.dataDir).filter((name) => name.startsWith(".restore")),
      ...readdirSync(join(env.dataDir, "backups")).toSorted(),
    ];
    const release = takeBackupLock();
    await removeRests();
    release();
    expect(there()).toHaveLength(6);
    await removeRests();
    expect(there()).toEqual([".verifying-01234567", own]);
  });

  it("into an empty folder replaces nothing", async () => {
    const before = await site();
    const path = await backUp();
    await goElsewhere();
    expect(await restore(path)).toMatchObject({ replaced: null });
    expect(await site()).toEqual(before);
  });

  // A file is verified alike on both engines.
  it.skipIf(postgres).each<[string, (path: string) => void, RegExp]>([
    [
      "damaged",
      (path) => writeFileSync(path, readFileSync(path).fill(0, 900, 910)),
      /cannot be restored, and nothing was changed.*fingerprint/,
    ],
    ["cut off", (path) => writeFileSync(path, readFileSync(path).subarray(0, 5000)), /no backup of Broadsheet|cut off/],
    ["no backup", (path) => writeFileSync(path, "<html>"), /cut off, or no backup/],
  ])("refuses a file that is %s, and changes nothing", async (_what, spoil, says) => {
    const path = await backUp();
    await changeSite();
    const later = await site();
    spoil(path);
    await expect(restore(path)).rejects.toMatchObject({ code: "invalid", message: expect.stringMatching(says) });
    expect(await site()).toEqual(later);
    expect([remains(), existsSync(join(env.dataDir, "replaced"))]).toEqual([[], false]);
  });

  it("puts the site as it was back where the new one cannot be opened", async () => {
    const path = await backUp();
    await changeSite();
    const later = await site();
    const failing = restore(path, async () => {
      await open.close();
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow(/could not be opened, so the site as it was before was put back/);
    expect(await site()).toEqual(later);
    expect([remains(), readdirSync(join(env.dataDir, "replaced"))]).toEqual([[], []]);
  });

  it("brings back nothing that was revoked since, nor work that was done since", async () => {
    const [now, end] = [new Date(), new Date(Date.now() + 3_600_000)];
    const [user] = await stored().query.users.findMany();
    const userId = user?.id ?? 0;
    const postId = (await stored().query.posts.findFirst())?.id ?? 0;
    const token = (hash: string, kind: "PERSONAL" | "REFRESH") => ({
      userId,
      kind,
      hash,
      family: hash,
      createTime: now,
      expireTime: end,
    });
    await write(async (db) => {
      await db
        .insert(tokens)
        .values([token("kept", "PERSONAL"), token("revoked", "PERSONAL"), token("used", "REFRESH")]);
      await db
        .insert(sessions)
        .values(
          ["kept", "ended"].map((hash) => ({ userId, hash, createTime: now, lastUseTime: now, expireTime: end })),
        );
      await db
        .insert(codes)
        .values(
          ["kept", "used"].map((hash) => ({ userId, purpose: "password", hash, createTime: now, expireTime: end })),
        );
      await db
        .insert(invitations)
        .values(["kept", "withdrawn"].map((hash) => ({ hash, role: "AUTHOR", createTime: now, expireTime: end })));
      for (const [id, state] of [
        [901, "WAITING"],
        [902, "WAITING"],
        [903, "DONE"],
      ] as const)
        await db
          .insert((await import("../../../db/schema")).jobs)
          .values({ id, kind: "mail", title: "Mail", payload: {}, state, runAt: end, log: [], createTime: now });
    });
    const path = await backUp();
    await write(async (db) => {
      await statement(db, "DELETE FROM tokens WHERE hash = 'revoked'");
      await statement(db, "UPDATE tokens SET used_time = create_time WHERE hash = 'used'");
      await statement(db, "DELETE FROM sessions WHERE hash = 'ended'");
      await statement(db, "UPDATE codes SET used_time = create_time WHERE hash = 'used'");
      await statement(db, "DELETE FROM invitations WHERE hash = 'withdrawn'");
      await statement(db, "UPDATE jobs SET state = 'DONE' WHERE id = 902");
      await db.insert(mailings).values({ postId, state: "SENDING", reached: 7, createTime: now });
    });
    await restore(path);
    const hashes = async (table: typeof tokens | typeof sessions | typeof codes | typeof invitations) =>
      (await stored().select({ hash: table.hash }).from(table)).map(({ hash }) => hash);
    for (const table of [tokens, sessions, codes, invitations]) expect(await hashes(table)).toEqual(["kept"]);
    // Followers who have a post get it no second time when it is published again.
    expect(await stored().select().from(mailings)).toMatchObject([{ postId, state: "SENT", reached: 7 }]);
    expect((await stored().query.jobs.findMany()).map(({ id }) => id).filter((id) => id > 900)).toEqual([901, 903]);

    await goElsewhere();
    await restore(path);
    expect((await hashes(tokens)).sort()).toEqual(["kept", "revoked"]);
    expect([await hashes(sessions), await hashes(codes), await hashes(invitations)]).toEqual([[], [], []]);
  });

  it("brings back what is still to come, and on a new machine the recovery codes", async () => {
    const soon = new Date(Date.now() + 3_600_000);
    const [user] = await stored().query.users.findMany();
    const { id: postId } = await aPost(system, { createTime: Number(soon) });
    const common = { title: "Mail", payload: {}, log: [], createTime: new Date() };
    await write(async (db) => {
      await db.insert(recoveryCodes).values({ userId: user?.id ?? 0, mark: "mine", createTime: new Date() });
      await db.insert(mailings).values({ postId, state: "PLANNED", reached: 0, createTime: new Date() });
      await db.insert(jobs).values([
        { ...common, id: 901, kind: "mail-followers", state: "WAITING", runAt: soon },
        { ...common, id: 902, kind: "send-mail", state: "WAITING", runAt: new Date() },
        { ...common, id: 903, kind: "mail-followers", state: "WAITING", runAt: soon },
      ]);
    });
    const path = await backUp();
    const back = async () => [
      (await stored().query.jobs.findMany()).map(({ id }) => id).filter((id) => id > 900),
      (await stored().select().from(mailings)).map(({ state }) => state),
      (await stored().select().from(recoveryCodes)).map(({ mark }) => mark),
    ];
    // What the site knows is as it is now: one was cancelled, and the codes were renewed.
    await write(async (db) => {
      await db.update(jobs).set({ state: "CANCELLED" }).where(eq(jobs.id, 903));
      await db.delete(jobs).where(inArray(jobs.id, [901, 902]));
      await db.delete(mailings);
      await db.delete(recoveryCodes);
    });
    await restore(path);
    expect(await back()).toEqual([[901], ["PLANNED"], []]);

    await goElsewhere();
    await reopen();
    await ensureSiteKey();
    await anAdmin();
    await restore(path);
    expect(await back()).toEqual([[901, 903], ["PLANNED"], ["mine"]]);
  });

  it("mails nobody again who left since, and forgets who came back", async () => {
    const now = new Date();
    const people = ["stays@a.example", "left@a.example", "again@a.example"];
    const postId = (await stored().query.posts.findFirst())?.id ?? 0;
    await write(async (db) => {
      for (const email of people) {
        await db
          .insert(followers)
          .values({ email, status: "FOLLOWING", rhythm: "EACH", askedTime: now, createTime: now });
        await db.insert(replyAddresses).values({ email, confirmed: true, askedTime: now });
      }
    });
    const written: { id: number; email: string }[] = [];
    for (const email of people)
      written.push({ id: (await aComment(postId, { email, allowNotification: true })).id, email });
    const path = await backUp();
    const leave = async (email: string) => {
      const [follower] = await stored().select().from(followers).where(eq(followers.email, email));
      const comment = written.find((each) => each.email === email);
      if (!follower || !comment) throw new Error(`${email} is not there`);
      await stopFollowing(visitor, { token: mailToken("follow", follower) });
      await stopNotifications(visitor, { token: mailToken("unsubscribe", comment) });
    };
    const mailed = async () => [
      (await stored().select().from(followers).orderBy(followers.email)).map(({ email }) => email),
      (await stored().select().from(replyAddresses).orderBy(replyAddresses.email)).map(({ email }) => email),
      (await stored().select().from(comments).where(eq(comments.allowNotification, true)))
        .map(({ email }) => email)
        .sort(),
    ];
    const all = [...people].sort();
    expect(await mailed()).toEqual([all, all, all]);
    await leave("left@a.example");
    await restore(path);
    const left = all.filter((email) => email !== "left@a.example");
    expect(await mailed()).toEqual([left, left, left]);
    // The restored site knows it, too.
    await leave("again@a.example");
    await restore(path);
    expect(await mailed()).toEqual([["stays@a.example"], ["stays@a.example"], ["stays@a.example"]]);

    await write(async (db) => {
      await db
        .insert(followers)
        .values({ email: "again@a.example", status: "WAITING", rhythm: "EACH", askedTime: now, createTime: now });
    });
    const [back] = await stored().select().from(followers).where(eq(followers.email, "again@a.example"));
    await confirmFollowing(visitor, { token: mailToken("follow", back ?? { id: 0, email: "" }), rhythm: "EACH" });
    const comment = written.find(({ email }) => email === "again@a.example");
    await confirmReplies(visitor, { token: mailToken("confirm replies", comment ?? { id: 0, email: "" }) });
    await restore(path);
    expect(await mailed()).toEqual([left, left, left]);
  });

  it("gives no number a second time, so that a link handed over since shows no other record", async () => {
    const path = await backUp();
    const since = await aPost(system, { title: "Made since" });
    await restore(path);
    expect((await aPost(system, { title: "Made afterwards" })).id).toBeGreaterThan(since.id);
  });

  it("leaves room for new numbers where the present site has given the last one", async () => {
    const path = await backUp();
    const last = postgres
      ? "select setval(pg_get_serial_sequence('public.posts', 'id'), 2147483647)"
      : "UPDATE sqlite_sequence SET seq = 9223372036854775807";
    await write((db) => statement(db, last));
    const more = aPost(system, { title: "One more" }).then(
      () => "made",
      () => "refused",
    );
    expect(await more).toBe("refused");
    await restore(path);
    expect((await aPost(system, { title: "Made afterwards" })).id).toBeLessThan(100);
  });

  it.skipIf(postgres)("leaves out what a backup's database would do by itself, and says so", async () => {
    await write((db) =>
      statement(
        db,
        "CREATE TRIGGER follower AFTER UPDATE ON users BEGIN UPDATE users SET role = 'ADMIN' WHERE id = NEW.id; END",
      ),
    );
    await write((db) => statement(db, 'CREATE VIEW "a ""view" AS SELECT 1'));
    const { notes } = await restore(await backUp());
    expect(notes.join()).toMatch(/had 2 triggers and views/);
    await write((db) => db.update(users).set({ role: "AUTHOR" }));
    expect((await stored().query.users.findMany()).map(({ role }) => role)).toEqual(["AUTHOR"]);
  });

  it.skipIf(postgres)("trusts no token where the present database is damaged", async () => {
    await write((db) =>
      db.insert(tokens).values({
        userId: 1,
        kind: "PERSONAL",
        hash: "x",
        family: "",
        createTime: new Date(),
        expireTime: new Date(Date.now() + 1e6),
      }),
    );
    const path = await backUp();
    await open.close();
    open = { ...open, close: async () => undefined };
    for (const end of ["-wal", "-shm"]) rmSync(join(env.dataDir, `broadsheet.db${end}`), { force: true });
    writeFileSync(join(env.dataDir, "broadsheet.db"), Buffer.alloc(8192, "not a database"));
    const { notes } = await restore(path);
    expect(notes.join()).toMatch(/nobody knows what was revoked/);
    expect(await stored().select().from(tokens)).toEqual([]);
    expect(await stored().select().from(posts)).toHaveLength(1);
  });

  it("tells of accounts that get back what they lost since", async () => {
    const at = new Date();
    const account = (username: string) => ({
      username,
      nickname: username,
      email: `${username}@example.org`,
      title: "",
      role: "EDITOR",
      passwordHash: "then",
      createTime: at,
      updateTime: at,
    });
    const names = ["left", "lower", "gone", "changed", "same"];
    await write((db) => db.insert(users).values(names.map(account)));
    const path = await backUp();
    expect((await restore(path)).notes).toEqual([]);
    const named = (username: string) => eq(users.username, username);
    await write((db) => db.update(users).set({ suspended: true }).where(named("left")));
    await write((db) => db.update(users).set({ role: "AUTHOR" }).where(named("lower")));
    await write((db) => db.update(users).set({ passwordHash: "now" }).where(named("changed")));
    await write((db) => db.delete(users).where(named("gone")));
    expect((await restore(path)).notes).toEqual([
      expect.stringContaining("as they were then: changed, gone, left, lower. Whoever"),
    ]);
  });

  it("of a backup without the key goes on with the site's own, or makes one and turns second factors off", async () => {
    await write((db) => statement(db, "UPDATE users SET mfa_type = 'TFA_TOTP', mfa_key = 'sealed'"));
    const path = await backUp(false);
    const key = readFileSync(keyFile(), "utf8");
    expect((await restore(path)).notes).toEqual([]);
    expect(readFileSync(keyFile(), "utf8")).toBe(key);
    await goElsewhere();
    expect((await restore(path)).notes.join()).toMatch(/1 second factors are turned off/);
    expect(readFileSync(keyFile(), "utf8")).not.toBe(key);
    expect((await stored().query.users.findMany()).map(({ mfaKey }) => mfaKey)).toEqual([null]);
  });
});
