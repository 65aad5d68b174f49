import { and, asc, desc, like, lte, max, ne } from "drizzle-orm";
import { attachments } from "../../../db/schema";
import { system } from "../../core/access";
import { noInput } from "../../core/fields";
import { mutation, query } from "../../core/operation";
import { jobKind } from "../../services/jobs/kinds";
import { seenJob } from "../../services/jobs/queries";
import { enqueue } from "../../services/jobs/queue";
import type { JobRun } from "../../services/jobs/running";
import { job } from "../../services/jobs/schema";
import { type Remade, remakePicture } from "./remaking";
import * as shape from "./schema";

export const picturesJob = jobKind("remake-pictures", {
  lane: "long",
  payload: shape.picturesPayload,
  tries: 8,
  alone: true,
});

/** Pictures with smaller versions, oldest first; drawings have none. */
export const listPictures = query("listPictures", {
  can: "manage every file",
  input: shape.pictureRange,
  output: shape.pictureIds,
  run: async ({ db }, { upTo, rest }) => {
    const wanted = and(
      like(attachments.mediaType, "image/%"),
      ne(attachments.mediaType, "image/svg+xml"),
      upTo === undefined ? undefined : lte(attachments.id, upTo),
    );
    const all = db.select({ id: attachments.id }).from(attachments).where(wanted);
    const rows =
      rest === undefined
        ? await all.orderBy(asc(attachments.id))
        : (await all.orderBy(desc(attachments.id)).limit(rest)).reverse();
    return rows.map(({ id }) => id);
  },
});

/** Starts a job that makes the smaller versions of all uploads again; while one is open, returns that. */
export const remakePictures = mutation("remakePictures", {
  can: "manage every file",
  input: noInput,
  output: job,
  summary:
    "Starts a job that makes the smaller versions one picture at a time, and returns it; while such a job waits or runs, returns that one. Missing files are made again at their old addresses. A version that turns out different gets a new address, and the texts that show it are updated.",
  touches: () => [],
  about: (_input, { id, title }) => ({ subject: `job:${id}`, summary: `"${title}" was asked for.` }),
  run: async ({ db, now }) => {
    const [last] = await db.select({ id: max(attachments.id) }).from(attachments);
    return seenJob(
      db,
      await enqueue(
        db,
        {
          kind: picturesJob,
          title: "Make the smaller versions of all uploaded pictures again",
          payload: { upTo: last?.id ?? 0 },
          dedupeKey: "all",
        },
        now,
      ),
    );
  },
});

const actor = { ...system, name: "the server" };

/**
 * Does one picture after the other, from where the last attempt stopped. An unreadable one is logged and the rest
 * continues.
 */
export async function remakeAll(
  { upTo }: { upTo: number },
  { reached, signal, progress, log }: Pick<JobRun, "reached" | "signal" | "progress" | "log">,
): Promise<void> {
  // Counted from the end, so that deletions meanwhile make it begin earlier, never later.
  const ids = await listPictures(actor, {
    upTo,
    ...(reached.total !== null && { rest: reached.total - reached.done }),
  });
  const total = reached.total ?? ids.length;
  const counts: Record<Remade["outcome"], number> = { unchanged: 0, completed: 0, renewed: 0, gone: 0, failed: 0 };
  for (const [index, id] of ids.entries()) {
    progress(total - ids.length + index, total);
    signal.throwIfAborted();
    const remade = await remakePicture(actor, id);
    counts[remade.outcome] += 1;
    if (remade.outcome === "failed") log(`${remade.name}: ${remade.reason}`);
  }
  progress(total, total);
  log(
    `${counts.renewed} renewed, ${counts.completed} completed, ${counts.unchanged} unchanged, ${counts.failed} failed.`,
  );
}
