import { nothing } from "../../../core/fields";
import { mutation } from "../../../core/operation";
import { jobKind } from "../../../services/jobs/kinds";
import { enqueue, payloadOfJob } from "../../../services/jobs/queue";
import type { JobRun } from "../../../services/jobs/running";
import type { z } from "zod";
import { isElsewhere, keeperOf, removeElsewhere } from "../../../services/kept-files/elsewhere";
import { EXPORT } from "./all";
import { findExport, makeRoot, newName, pathOf, removeExport } from "./folder";
import * as shape from "./schema";
import { writeExport } from "./writing";

/** Writes an export; a server that was killed meanwhile begins it anew. */
export const exportJob = jobKind("export", {
  lane: "long",
  payload: shape.exportPayload,
  tries: 3,
  alone: true,
  inFolder: true,
});

const subject = (name: string) => `export:${name}`;

/** Exports the site in the background. */
export const createExport = mutation("createExport", {
  can: "move the site",
  input: shape.newExport,
  output: shape.queuedExport,
  example: { public: false },
  summary:
    "A job writes a .zip that other systems read. With the passwords of texts and categories, unless it is public.",
  touches: () => [],
  about: ({ public: isPublic, personalData }, { name }) => ({
    subject: subject(name),
    summary: isPublic ? "what visitors may read" : personalData ? "with personal data" : "all content",
  }),
  run: async ({ db, actor, now }, given) => {
    const choices = { isPublic: given.public ?? false, personalData: given.personalData ?? false };
    const payload = { name: newName(now, choices), ...choices };
    // Whoever asks again before the end gets the same one.
    const dedupeKey = JSON.stringify([actor.id, choices]);
    const jobId = await enqueue(db, { kind: exportJob, title: "Move out", payload, dedupeKey }, now);
    return { name: (await payloadOfJob(db, exportJob, jobId)).name, jobId };
  },
});

/** Does what `createExport` has asked for. */
export async function runExport(
  { name, ...choices }: z.output<typeof shape.exportPayload>,
  run: Pick<JobRun, "signal" | "progress" | "log">,
): Promise<void> {
  await makeRoot();
  // Of an attempt that was killed.
  await removeExport(name);
  const { missing } = await writeExport(pathOf(name), choices, { signal: run.signal, progress: run.progress });
  for (const path of missing) run.log(`${path} is gone from the disk, and is not in the export.`);
}

/** A finished export as a file. Each download is in the audit log. */
export const downloadExport = mutation("downloadExport", {
  can: "move the site",
  input: shape.exportRef,
  output: shape.exportFile,
  touches: () => [],
  whenFull: true,
  about: ({ name }) => ({ subject: subject(name), summary: "downloaded" }),
  run: async ({ db }, { name }) => {
    const found = await findExport(name);
    if (!found) throw isElsewhere((await keeperOf(db, EXPORT, name)).server);
    return { path: pathOf(name), name, size: found.size, mediaType: "application/zip" };
  },
});

/** Deletes a finished export. */
export const deleteExport = mutation("deleteExport", {
  can: "move the site",
  input: shape.exportRef,
  output: nothing,
  touches: () => [],
  whenFull: true,
  about: ({ name }) => ({ subject: subject(name), summary: "deleted" }),
  prepare: async ({ name }) => name,
  cleanUp: async (name, committed) => {
    if (committed) await removeExport(name);
  },
  run: async ({ db, now }, { name }) => {
    if (!(await findExport(name))) await removeElsewhere(db, EXPORT, name, now);
  },
});
