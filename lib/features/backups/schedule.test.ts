import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { backupSlots, events, jobs } from "../../../db/schema";
import { engine } from "../../core/operation";
import { anAdmin, anEditor, system } from "../../testing/actors";
import { aPost } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { ensureSiteKey } from "../accounts/sign-in/site-key";
import { setOptions } from "../options/mutations";
import {
  backupFile,
  backupsFolder,
  findBackups,
  makeBackupsFolder,
  newBackupName,
  noteFacts,
  readFacts,
} from "./folder";
import { makingDueBackups } from "./jobs";
import { overdue, readSlot, slotBefore, storeSlot } from "./schedule";
import type { Backup, BackupFacts } from "./schema";

const at = (text: string) => new Date(`${text}Z`);

it("is due at its hour, every day or on Sundays", () => {
  const slot = (now: string, schedule: "off" | "daily" | "weekly", hour = 3) =>
    slotBefore(at(now), schedule, hour)?.toISOString().slice(0, 13);
  expect(slot("2026-11-23T06:00:00", "off")).toBe(undefined);
  expect(slot("2026-11-23T06:00:00", "daily")).toBe("2026-11-23T03");
  expect(slot("2026-11-23T02:59:59", "daily")).toBe("2026-11-22T03");
  expect(slot("2026-11-23T03:00:00", "daily")).toBe("2026-11-23T03");
  expect(slot("2026-01-01T00:00:00", "daily", 23)).toBe("2025-12-31T23");
  expect(slot("2026-11-25T06:00:00", "weekly")).toBe("2026-11-22T03");
  expect(slot("2026-11-22T02:00:00", "weekly")).toBe("2026-11-15T03");
});

it("deletes only scheduled ones beyond the number, and never the last good one", () => {
  const backup = (name: string, reason: Backup["reason"], ok = true, createTime = new Date(0)) =>
    ({ name, reason, createTime, verified: { ok, time: new Date(), problems: [] } }) as unknown as Backup;
  const newestFirst = [
    backup("5", "SCHEDULED", false),
    backup("4", "MANUAL", false),
    backup("3", "SCHEDULED", false),
    backup("2", "SCHEDULED"),
    backup("1", "SCHEDULED"),
    backup("0", "MANUAL"),
  ];
  expect(overdue(newestFirst, 2)).toEqual(["1"]);
  expect(overdue(newestFirst, 1)).toEqual(["3", "1"]);
  expect(overdue(newestFirst, 4)).toEqual([]);
  // Made while the clock was wrong.
  const future = backup("future", "SCHEDULED", true, new Date("9999-12-31"));
  for (const keep of [1, 2, 4]) expect(overdue([future, ...newestFirst], keep)).toEqual(overdue(newestFirst, keep));
  expect(overdue([future, backup("1", "SCHEDULED")], 1)).toEqual([]);
});

describe.skipIf(postgres)("the scheduled backup", () => {
  const lines: string[] = [];
  const round = (isLastTry = true) =>
    makingDueBackups("1")(
      {},
      {
        id: 1,
        isLastTry,
        signal: new AbortController().signal,
        progress: () => undefined,
        log: (line) => lines.push(line),
      },
    );
  const schedule = (values: Record<string, string>) =>
    setOptions(system, { items: Object.entries(values).map(([key, value]) => ({ key, value })) });

  beforeEach(async () => {
    await freshDatabase();
    await ensureSiteKey();
    await anAdmin();
    await anEditor();
    await aPost();
    lines.length = 0;
  });

  it("is made once for each time, and none where it is off", async () => {
    await round();
    expect(findBackups()).toEqual([]);
    await schedule({ backup_schedule: "daily", backup_hour: "0", backup_keep: "2" });
    await round();
    await round();
    const [made, ...more] = findBackups();
    expect([made?.reason, made?.verified.ok, more]).toEqual(["SCHEDULED", true, []]);
    expect(lines).toEqual([expect.stringMatching(/holds the whole site/)]);

    // Older ones beyond two go.
    const facts = readFacts(made?.name ?? "") as BackupFacts;
    for (const [index, day] of ["2020-01-01", "2020-01-02"].entries()) {
      const name = newBackupName(at(`${day}T00:00:00`));
      writeFileSync(backupFile(name), readFileSync(backupFile(made?.name ?? "")));
      noteFacts(name, { ...facts, createTime: `${day}T00:00:00.000Z`, reason: index === 0 ? "SCHEDULED" : "MANUAL" });
    }
    rmSync(join(backupsFolder(), ".last-slot"));
    await engine().transaction(
      (db) => db.delete(backupSlots),
      () => null,
    );
    await round();
    expect(findBackups().map(({ reason }) => reason)).toEqual(["SCHEDULED", "SCHEDULED", "MANUAL"]);
    expect(lines.at(-1)).toMatch(/2020-01-01.* was deleted: 2 scheduled backups are kept/);
  });

  it("is made once for each time, too, where one was noted for a time to come by a clock that was wrong", async () => {
    await schedule({ backup_schedule: "daily" });
    for (const day of ["9999-12-31", "2999-01-01"]) {
      await storeSlot(at(`${day}T00:00:00`));
      await engine().transaction(
        (db) =>
          db
            .insert(backupSlots)
            .values({ slot: at(`${day}T01:00:00`) })
            .onConflictDoNothing(),
        () => null,
      );
    }
    for (const _ of [1, 2, 3]) await round();
    expect(findBackups()).toHaveLength(1);
    expect((await stored().select().from(backupSlots)).filter(({ slot }) => slot > new Date())).toEqual([]);
  });

  it("that fails is tried again, then told to administrators by mail once, and tried at its next hour", async () => {
    await schedule({
      backup_schedule: "daily",
      email_enabled: "true",
      email_host: "smtp.example.org",
      email_from_address: "site@example.org",
    });
    makeBackupsFolder();
    // The next one is expected to be as large.
    writeFileSync(backupFile("huge.zip"), "");
    const facts = {
      size: 10 ** 15,
      createTime: "2020-01-01T00:00:00.000Z",
      reason: "MANUAL" as const,
      program: "1",
      formatVersion: 1,
      engine: "SQLITE" as const,
      counts: {},
      withKey: true,
      missing: 0,
      verified: { time: "2020-01-01T00:00:00.000Z", ok: true, problems: [] },
    };
    noteFacts("huge.zip", facts);
    await expect(round(false)).rejects.toMatchObject({ code: "storage_full" });
    expect(await readSlot(stored())).toBe(null);
    await expect(round(true)).rejects.toMatchObject({ code: "storage_full" });
    await round();
    const mails = (await stored().select().from(jobs)).filter(({ kind }) => kind === "send-mail");
    expect(mails.map(({ title }) => title)).toEqual([expect.stringMatching(/^Mail "backupFailed" to /)]);
    expect((await stored().select().from(events)).at(-1)).toMatchObject({ operation: "tellOfFailedBackup" });
  });
});
