import { and, count, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../../db";
import { importMemory, invitations, jobs, options, posts, users } from "../../../db/schema";
import { type Actor, can } from "../../core/access";
import { noInput } from "../../core/fields";
import { query } from "../../core/operation";
import { known, optionKeys } from "../../core/settings";
import { isSetUp } from "../../services/mail/queue";
import { readOptions } from "../../services/settings/reading";
import * as shape from "./home-schema";
import { getStorage } from "./storage";

/** Failed jobs that are named. */
const MOST_JOBS = 3;

/** The options of the site's look. */
const ofLook = optionKeys.filter((key) => known(key).group === "appearance");

const exists = async (db: Database, table: typeof posts | typeof invitations) =>
  (await db.select({ id: table.id }).from(table).limit(1)).length > 0;

/** What nobody has done yet on this site. */
async function stepsLeft(db: Database, isMailSetUp: boolean): Promise<shape.FirstStep[]> {
  const [chosen, people, taken] = await Promise.all([
    db.select({ key: options.key }).from(options).where(inArray(options.key, ofLook)).limit(1),
    db.select({ id: users.id }).from(users).limit(2),
    db.select({ origin: importMemory.origin }).from(importMemory).limit(1),
  ]);
  const hasPosts = await exists(db, posts);
  const done: Record<shape.FirstStep, boolean> = {
    post: hasPosts,
    // Somebody who has begun to write here will not move in first.
    moveIn: hasPosts || taken.length > 0,
    look: chosen.length > 0,
    invitation: people.length > 1 || (await exists(db, invitations)),
    mail: isMailSetUp,
  };
  return shape.firstSteps.filter((step) => !done[step]);
}

async function failedJobs(db: Database) {
  const failed = eq(jobs.state, "FAILED");
  const [items, [all]] = await Promise.all([
    db
      .select({ id: jobs.id, title: jobs.title, endTime: jobs.endTime })
      .from(jobs)
      .where(failed)
      .orderBy(desc(jobs.id))
      .limit(MOST_JOBS),
    db.select({ total: count() }).from(jobs).where(failed),
  ]);
  return { items, total: all?.total ?? 0 };
}

async function hasNoSecondFactor(db: Database, { id }: Actor): Promise<boolean> {
  const rows =
    id === null
      ? []
      : await db
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.id, id), eq(users.mfaType, "NONE")));
  return rows.length > 0;
}

/** What needs this person's attention. */
export const getHome = query("getHome", {
  can: "see the dashboard",
  input: noInput,
  output: shape.home,
  run: async ({ db, actor }) => {
    const known = await readOptions(db);
    const mayOptions = can(actor, "manage options");
    const steps = mayOptions && known.first_steps ? await stepsLeft(db, isSetUp(known)) : [];
    return {
      steps: steps.length > 0 ? steps : null,
      hasNoSecondFactor: await hasNoSecondFactor(db, actor),
      sendsNoMail: mayOptions && !isSetUp(known),
      failedJobs: can(actor, "manage jobs") ? await failedJobs(db) : { items: [], total: 0 },
      storage: can(actor, "see storage") ? await getStorage(actor, {}) : null,
    };
  },
});
