import type { Database } from "../../../db";
import { noInput } from "../../core/fields";
import { jobKind } from "../../services/jobs/kinds";
import { enqueue } from "../../services/jobs/queue";
import { mailAgain, mailingStep } from "./schema";

/** Mails one batch of what is mailed to followers. */
export const mailingJob = jobKind("mail-followers", {
  lane: "letters",
  payload: mailingStep,
  tries: 8,
  alone: true,
  onDate: true,
});

/** Mails to one follower whose server did not take it; started once, since a killed server may have sent it. */
export const mailAgainJob = jobKind("mail-follower", { lane: "letters", payload: mailAgain, tries: 1 });

/** Plans the mails of a week. */
export const weeklyJob = jobKind("mail-week", {
  payload: noInput,
  tries: 3,
  alone: true,
  every: { ms: 900_000, title: "Mail the posts of the week to followers, on Mondays at 8" },
});

/** Enqueues the next batch. Each batch is a job of its own, so that a restored backup repeats none that ended since. */
export const enqueueMailing = (
  db: Database,
  { id, reached, title, runAt }: { id: number; reached: number; title: string; runAt: Date },
  now: Date,
): Promise<number> =>
  enqueue(
    db,
    {
      kind: mailingJob,
      title: `Mail to followers: ${title}`,
      payload: { mailingId: id, reached },
      runAt,
      dedupeKey: `${id} ${reached} ${runAt > now ? runAt.getTime() : "now"}`,
    },
    now,
  );
