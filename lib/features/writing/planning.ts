import { and, eq, gte, lte } from "drizzle-orm";
import type { Database } from "../../../db";
import { events } from "../../../db/schema";
import { system } from "../../core/access";
import { AppError } from "../../core/errors";
import { mutation } from "../../core/operation";
import { jobKind } from "../../services/jobs/kinds";
import { enqueue, withdraw } from "../../services/jobs/queue";
import type { PostStatus } from "./schema";
import type { Collection } from "./collection";
import { noted, type Publication, publicationPayload } from "./revision-schema";

// A post or sheet becomes public by its date alone (`lib/features/visibility/texts.ts`). The job shows the plan, and
// records in the audit log that it happened.

/** Records that a post or sheet became public at its date. One at a time: thousands may have the same date. */
export const publicationJob = jobKind("publish", {
  payload: publicationPayload,
  tries: 8,
  alone: true,
  records: true,
  onDate: true,
});

type Planned = { id: number; title: string; status: PostStatus; createTime: Date };

/** When a record becomes public by its date; null: it is public, or will not be. */
const momentOf = (record: Planned | null, now: Date): number | null =>
  record?.status === "PUBLISHED" && record.createTime > now ? record.createTime.getTime() : null;

const keyOf = (kind: Collection["name"], id: number, at: number) => `${kind}:${id} ${at}`;

/**
 * Updates the queue when a record is saved or removed, in the same transaction. Costs two comparisons where nothing is
 * planned.
 */
export async function replan(
  db: Database,
  kind: Collection["name"],
  before: Planned | null,
  after: Planned | null,
  now: Date,
): Promise<void> {
  const [was, is] = [momentOf(before, now), momentOf(after, now)];
  if (was === is && (is === null || before?.title === after?.title)) return;
  if (before && was !== null) await withdraw(db, publicationJob, keyOf(kind, before.id, was));
  if (!after || is === null) return;
  const { id, title, createTime: runAt } = after;
  const words = runAt.toISOString().replace("T", " ").slice(0, 16);
  await enqueue(
    db,
    {
      kind: publicationJob,
      title: `Publish "${title}" on ${words} UTC`,
      payload: { kind, id, at: is },
      runAt,
      dedupeKey: keyOf(kind, id, is),
    },
    now,
  );
}

/** Records that a text became public as planned: once, and only if it did. */
export function planningOf({
  name,
  table,
}: Collection): (publication: Publication, log: (line: string) => void) => Promise<void> {
  const note = mutation("publishAsPlanned", {
    can: "edit every post",
    input: publicationPayload,
    output: noted,
    touches: () => [],
    about: ({ id }, { title }) => ({ subject: `${name}:${id}`, summary: `published as planned: ${title}` }),
    run: async ({ db, now }, { id, at }) => {
      const moment = new Date(at);
      const [row] = await db
        .select({ title: table.title })
        .from(table)
        .where(
          and(
            eq(table.id, id),
            eq(table.status, "PUBLISHED"),
            eq(table.createTime, moment),
            lte(table.createTime, now),
          ),
        );
      if (!row)
        throw new AppError("conflict", `This ${name} was withdrawn or deleted, or its date was changed.`, {
          reason: "not_as_planned",
        });
      // A server killed between this and the job's end repeats the job.
      const [before] = await db
        .select({ id: events.id })
        .from(events)
        .where(
          and(
            gte(events.createTime, moment),
            eq(events.subject, `${name}:${id}`),
            eq(events.operation, "publishAsPlanned"),
          ),
        )
        .limit(1);
      if (before) throw new AppError("conflict", "This is already recorded.", { reason: "noted_before" });
      return row;
    },
  });

  return async (publication, log) => {
    try {
      await note({ ...system, name: "the server" }, publication);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "conflict") throw error;
      log(error.message);
    }
  };
}
