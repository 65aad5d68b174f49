import { statSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { attachments, jobs, users } from "../../../db/schema";
import { backupsFolder, databaseFile } from "../../../db/paths";
import { postgres } from "../../../db/dialect";
import { engine } from "../../core/operation";
import { setOptions } from "../options/mutations";
import { createInvitation } from "../accounts/invitations/invitations";
import { retryJob } from "../../services/jobs/mutations";
import { anActor, anAdmin, anAuthor, anEditor, visitor } from "../../testing/actors";
import { aJob, aPost, refusal } from "../../testing/factories";
import { mailOptions } from "../../testing/options";
import { freshDatabase } from "../../testing/setup";
import { getHome } from "./home";
import { noteFacts } from "../backups/folder";
import { getStorage } from "./storage";

beforeEach(freshDatabase);

const set = async (items: Record<string, string>) =>
  setOptions(await anAdmin(), { items: Object.entries(items).map(([key, value]) => ({ key, value })) });
/** Directly in the tables, as no operation would. */
const change = (work: Parameters<ReturnType<typeof engine>["transaction"]>[0]) =>
  engine().transaction(work, () => null);

describe("what a new site begins with", () => {
  it("goes step by step as each is done", async () => {
    const admin = await anAdmin();
    const left = async () => (await getHome(admin, {})).steps;
    expect(await left()).toEqual(["post", "moveIn", "look", "invitation", "mail"]);
    await aPost(admin, { status: "DRAFT" });
    expect(await left()).toEqual(["look", "invitation", "mail"]);
    await setOptions(admin, { items: [{ key: "site_accent", value: "sea" }] });
    expect(await left()).toEqual(["invitation", "mail"]);
    await createInvitation(admin, { role: "AUTHOR" });
    expect(await left()).toEqual(["mail"]);
    await setOptions(admin, { items: Object.entries(mailOptions).map(([key, value]) => ({ key, value })) });
    expect(await left()).toBeNull();
  });

  it("counts a second account as an invitation", async () => {
    const admin = await anAdmin();
    await anAuthor();
    expect((await getHome(admin, {})).steps).not.toContain("invitation");
  });

  it("can be put away, and is for those who may do it", async () => {
    const admin = await anAdmin();
    expect((await getHome(await anEditor(), {})).steps).toBeNull();
    await setOptions(admin, { items: [{ key: "first_steps", value: "false" }] });
    expect((await getHome(admin, {})).steps).toBeNull();
  });
});

describe("notices", () => {
  it("tell of a missing second factor, each person of their own", async () => {
    const [author, editor] = [await anAuthor(), await anEditor()];
    await change((db) => db.update(users).set({ mfaType: "TFA_TOTP" }).where(eq(users.id, author.id)));
    expect((await getHome(author, {})).hasNoSecondFactor).toBe(false);
    expect((await getHome(editor, {})).hasNoSecondFactor).toBe(true);
  });

  it("tell of mail that is not set up, to those who may set it up", async () => {
    expect((await getHome(await anEditor(), {})).sendsNoMail).toBe(false);
    const admin = await anAdmin();
    for (const missing of Object.keys(mailOptions)) {
      await set({ ...mailOptions, [missing]: missing === "email_enabled" ? "false" : "" });
      expect([missing, (await getHome(admin, {})).sendsNoMail]).toEqual([missing, true]);
    }
    await set(mailOptions);
    expect((await getHome(admin, {})).sendsNoMail).toBe(false);
  });

  it("tell of work that was given up, to those who may repeat it, until they do", async () => {
    const [admin, editor] = [await anAdmin(), await anEditor()];
    for (let i = 0; i < 4; i += 1) await aJob();
    await change((db) => db.update(jobs).set({ state: "FAILED", endTime: new Date() }));
    const { failedJobs } = await getHome(admin, {});
    expect([failedJobs.total, failedJobs.items.length]).toEqual([4, 3]);
    expect(failedJobs.items[0]).toMatchObject({ title: "A mail", endTime: expect.any(Date) });
    expect((await getHome(editor, {})).failedJobs).toEqual({ items: [], total: 0 });
    for (const { id } of failedJobs.items) await retryJob(admin, { jobId: id });
    expect((await getHome(admin, {})).failedJobs.total).toBe(1);
  });

  it("are for those who write", async () => {
    expect(await refusal(getHome(visitor, {}))).toMatchObject({ code: "unauthenticated" });
    expect(await refusal(getHome(await anActor("SUBSCRIBER"), {}))).toMatchObject({ code: "forbidden" });
  });
});

describe("storage", () => {
  it("adds up the database, the files with their smaller versions, and the disk", async () => {
    const admin = await anAdmin();
    const now = new Date();
    const row = (folder: string, size: number, sizes: number[]) => ({
      name: folder,
      folder,
      fileName: "a.png",
      version: "v",
      mediaType: "image/png",
      suffix: "png",
      size,
      digest: "",
      variants: sizes.map((each) => ({ width: 1, height: 1, size: each })),
      createTime: now,
      updateTime: now,
    });
    expect((await getStorage(admin, {})).files).toEqual({ count: 0, bytes: 0 });
    await change((db) =>
      db
        .insert(attachments)
        .values([row("a", 1000, [100, 10]), row("b", 2_000_000_000, []), row("c", 2_000_000_000, [1])]),
    );
    const found = await getStorage(admin, {});
    expect(found.files).toEqual({ count: 3, bytes: 4_000_001_111 });
    expect(found.database.engine).toBe(postgres ? "POSTGRESQL" : "SQLITE");
    expect(found.database.bytes).toBeGreaterThanOrEqual(postgres ? 1 : statSync(databaseFile()).size);
    expect(found.disk.totalBytes).toBeGreaterThan(found.disk.freeBytes);
    expect((await getHome(admin, {})).storage).toMatchObject({ files: found.files });
  });

  it("names the newest copy that the server made by itself, if any", async () => {
    const admin = await anAdmin();
    expect((await getStorage(admin, {})).copyBeforeUpdate).toBeNull();
    await mkdir(backupsFolder(), { recursive: true });
    writeFileSync(`${backupsFolder()}/a.db`, "12345");
    writeFileSync(`${backupsFolder()}/b.db.unfinished`, "123456789");
    expect((await getStorage(admin, {})).copyBeforeUpdate).toMatchObject({ bytes: 5, time: expect.any(Date) });
  });

  it("names the newest backup that is whole", async () => {
    const admin = await anAdmin();
    expect((await getStorage(admin, {})).lastBackup).toBeNull();
    await mkdir(backupsFolder(), { recursive: true });
    const note = (name: string, day: string, isWhole: boolean) => {
      writeFileSync(`${backupsFolder()}/${name}`, "12345");
      const time = `2026-01-${day}T03:00:00.000Z`;
      const verified = { time, ok: isWhole, problems: [] };
      const facts = { size: 5, createTime: time, reason: "MANUAL" as const, program: "1", formatVersion: 1 };
      noteFacts(name, { ...facts, engine: "SQLITE", counts: {}, withKey: true, missing: 0, verified });
    };
    note("a.zip", "01", true);
    expect((await getStorage(admin, {})).lastBackup).toMatchObject({ name: "a.zip", bytes: 5, isNewest: true });
    note("b.zip", "02", false);
    expect((await getStorage(admin, {})).lastBackup).toMatchObject({ name: "a.zip", isNewest: false });
  });

  it("is for administrators", async () => {
    const editor = await anEditor();
    expect((await getHome(editor, {})).storage).toBeNull();
    expect(await refusal(getStorage(editor, {}))).toMatchObject({ code: "forbidden" });
    expect(await refusal(getStorage(visitor, {}))).toMatchObject({ code: "unauthenticated" });
  });
});
