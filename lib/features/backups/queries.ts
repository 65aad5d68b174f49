import { count } from "drizzle-orm";
import { z } from "zod";
import * as tables from "../../../db/schema";
import { notFound } from "../../core/errors";
import { noInput } from "../../core/fields";
import { query } from "../../core/operation";
import { programVersion } from "../../core/program-version";
import { allBackups, backupsElsewhere } from "./all";
import { findBackup } from "./folder";
import { stepOf } from "./job-steps";
import { findReplaced } from "./replaced";
import { restoreState } from "./restore-state";
import * as shape from "./schema";

/** All verified backups, newest first. */
export const listBackups = query("listBackups", {
  can: "manage backups",
  input: noInput,
  output: z.array(shape.backup),
  summary: "The backups that were verified, newest first.",
  run: ({ db }) => allBackups(db),
});

/** One backup. */
export const getBackup = query("getBackup", {
  can: "manage backups",
  input: shape.backupRef,
  output: shape.backup,
  run: async ({ db }, { name }) => {
    const found = findBackup(name) ?? (await backupsElsewhere(db, name))[0];
    if (!found) throw notFound();
    return found;
  },
});

/** The restore that is at work, or the last one since the server started. */
export const getRestore = query("getRestore", {
  can: "manage backups",
  input: noInput,
  output: shape.restoreStatus,
  summary: "The restore that is at work, or the last one since the server started.",
  run: async () => restoreState(),
});

/** What restores replaced. */
export const listReplaced = query("listReplaced", {
  can: "manage backups",
  input: noInput,
  output: z.array(shape.replacedData),
  summary: "The data that restores replaced, newest first. It is kept until somebody deletes it.",
  run: () => findReplaced(),
});

/** What jobs of backups are doing at the moment. */
export const getJobSteps = query("getJobSteps", {
  can: "manage backups",
  input: shape.jobIds,
  output: z.array(shape.jobStep),
  run: async (_context, { jobIds }) => jobIds.map((jobId) => ({ jobId, step: stepOf(jobId) })),
});

/** The tables whose rows people know, by their names in a backup. */
const shown = {
  posts: tables.posts,
  sheets: tables.sheets,
  journals: tables.journals,
  comments: tables.comments,
  attachments: tables.attachments,
  users: tables.users,
};

/** What a restore would replace. */
export const getPresentSite = query("getPresentSite", {
  can: "manage backups",
  input: noInput,
  output: shape.presentSite,
  run: async ({ db }) => {
    const counts: Record<string, number> = {};
    for (const [name, table] of Object.entries(shown)) {
      const [row] = await db.select({ total: count() }).from(table);
      counts[name] = row?.total ?? 0;
    }
    return { program: programVersion, counts };
  },
});
