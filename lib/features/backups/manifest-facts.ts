import type { BackupFacts, Manifest } from "./schema";

/** What is noted beside a backup. */
export const factsOf = (
  { createTime, reason, program, formatVersion, engine, counts, missing, files }: Manifest,
  size: number,
  { ok, problems }: Pick<BackupFacts["verified"], "ok" | "problems">,
): BackupFacts => ({
  size,
  createTime,
  reason,
  program,
  formatVersion,
  engine,
  counts,
  withKey: files.some(({ path }) => path === "secret.key"),
  missing: missing.length,
  verified: { time: new Date().toISOString(), ok, problems },
});
