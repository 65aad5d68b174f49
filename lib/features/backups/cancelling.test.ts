import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { env } from "../../core/env";
import { filesAreHeld } from "../../services/files/holding";
import { anAdmin } from "../../testing/actors";
import { aPost } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { anAttachment } from "../../testing/stored-files";
import { ensureSiteKey } from "../accounts/sign-in/site-key";
import { makeInChild, verifyInChild, type Watched } from "./child";
import { backupsFolder, makeBackupsFolder } from "./folder";
import type { Progress, Step } from "./schema";
import { type Hands, restoreSite } from "./restoring";

const make = (name: string, watched?: Watched) =>
  makeInChild({ path: join(backupsFolder(), name), reason: "MANUAL", withKey: true, program: "1" }, watched);
const there = () => readdirSync(backupsFolder()).sort();

/** Cancels at the first word of a step. */
function cancellingAt(step: Step): Watched {
  const stop = new AbortController();
  return {
    signal: stop.signal,
    onProgress: (at) => at.step === step && stop.abort(new Error("cancelled")),
  };
}
/** What was said, and that it never went back. */
function hearing(): { heard: Progress[]; watched: Watched } {
  const heard: Progress[] = [];
  return { heard, watched: { onProgress: (at) => heard.push(at) } };
}
const stepsOf = (heard: readonly Progress[]) => [...new Set(heard.map(({ step }) => step))];

describe.skipIf(postgres)("work on a backup", () => {
  beforeEach(async () => {
    await freshDatabase();
    makeBackupsFolder();
    await ensureSiteKey();
    await anAdmin();
    await aPost();
    await anAttachment("aaaa", randomBytes(3_000_000));
  });

  it("says how far it is, in bytes that only grow", async () => {
    const made = hearing();
    await make("one.zip", made.watched);
    expect(stepsOf(made.heard)).toEqual(["READING", "WRITING", "CHECKING"]);
    const verified = hearing();
    await verifyInChild(join(backupsFolder(), "one.zip"), verified.watched);
    expect(stepsOf(verified.heard)).toEqual(["CHECKING"]);
    for (const { heard } of [made, verified]) {
      const done = heard.map((at) => at.done);
      expect(done).toEqual([...done].sort((a, b) => a - b));
      expect(heard.every((at) => at.done <= at.total)).toBe(true);
      expect(heard.at(-1)?.total).toBeGreaterThan(3_000_000);
    }
  });

  it.each<Step>(["READING", "WRITING", "CHECKING"])(
    "that makes one is cancelled at %s, and leaves nothing",
    async (step) => {
      await expect(make("one.zip", cancellingAt(step))).rejects.toThrow("cancelled");
      expect([there(), filesAreHeld()]).toEqual([[], false]);
      expect((await make("two.zip")).verified.ok).toBe(true);
      expect(there()).toEqual(["two.zip"]);
    },
  );

  it("that verifies one is cancelled, and leaves nothing", async () => {
    await make("one.zip");
    const path = join(backupsFolder(), "one.zip");
    await expect(verifyInChild(path, cancellingAt("CHECKING"))).rejects.toThrow("cancelled");
    expect(there()).toEqual(["one.zip"]);
    expect((await verifyInChild(path)).ok).toBe(true);
  });

  it.each<Step>(["UNPACKING", "OPENING", "RENDERING"])(
    "that restores one is cancelled at %s, and nothing was touched",
    async (step) => {
      await make("one.zip");
      const before = readdirSync(env.dataDir).sort();
      const touched: string[] = [];
      const touch = (what: string) => async () => void touched.push(what);
      const hands: Hands = { close: touch("close"), open: touch("open"), reopen: touch("reopen"), note: touch("note") };
      await expect(restoreSite(join(backupsFolder(), "one.zip"), hands, cancellingAt(step))).rejects.toThrow(
        "cancelled",
      );
      expect([touched, readdirSync(env.dataDir).sort()]).toEqual([[], before]);
      expect(existsSync(join(env.dataDir, "replaced"))).toBe(false);
    },
  );
});
