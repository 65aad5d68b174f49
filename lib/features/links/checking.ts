import { and, asc, eq, gt, inArray, isNull, lt, or } from "drizzle-orm";
import { links } from "../../../db/schema";
import { system } from "../../core/access";
import { nothing } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { jobKind } from "../../services/jobs/kinds";
import { enqueue } from "../../services/jobs/queue";
import type { JobRun } from "../../services/jobs/running";
import { type AddressCheck, fetchOutside, Unreachable } from "../../services/outbound/outbound";
import type { z } from "zod";
import * as shape from "./schema";

/** A link is checked again after a day. */
const FRESH_MS = 24 * 60 * 60 * 1000;
/** The most links of one round, an hour apart; the longest unchecked ones come first. */
const MOST_IN_ROUND = 500;
/** Addresses that are asked at the same time; one that does not answer keeps none of the others waiting. */
const AT_ONCE = 8;
const TIME_MS = 10_000;

export const linkCheckJob = jobKind("check-links", {
  lane: "long",
  payload: shape.checkPayload,
  tries: 3,
  alone: true,
  every: { ms: 60 * 60 * 1000, title: "Check that the links still answer" },
});

const noteCheck = mutation("noteLinkCheck", {
  can: "manage links",
  input: shape.checkNote,
  output: nothing,
  // Visitors are not shown what a check found.
  touches: () => [],
  silent: true,
  run: async ({ db, now }, { id, url, health, checkStatus }) =>
    void (await db
      .update(links)
      .set({ health, checkStatus, checkTime: now })
      // The address may have been changed while it was asked.
      .where(and(eq(links.id, id), eq(links.url, url)))),
});

/** Checks these links soon, or all of them. */
export const checkLinks = mutation("checkLinks", {
  can: "manage links",
  input: shape.linkCheck,
  output: shape.queuedCheck,
  example: { ids: [1, 2] },
  summary: "A job asks their addresses; `health`, `checkStatus` and `checkTime` of each then tell what it found.",
  touches: () => [],
  about: ({ ids }) => ({ subject: "links", summary: ids ? `${ids.length} are checked` : "all are checked" }),
  run: async ({ db, now }, { ids }) => {
    const title = ids?.length === 1 ? "Check a link" : "Check links";
    const jobId = await enqueue(db, { kind: linkCheckJob, title, payload: ids ? { ids } : { all: true } }, now);
    return { jobId };
  },
});

type Found = Pick<z.input<typeof shape.checkNote>, "health" | "checkStatus">;

/** Not found, gone, and faults of a server count as dead; a refusal of programs, such as 403, does not. */
const healthOf = (status: number): Found["health"] =>
  status === 404 || status === 410 || status >= 500 ? "DEAD" : "ALIVE";

async function ask(url: string, allows: AddressCheck): Promise<Found> {
  try {
    const { status } = await fetchOutside(url, {
      method: "GET",
      headers: { "user-agent": "Broadsheet link check", accept: "text/html, */*" },
      timeMs: TIME_MS,
      mostBytes: 0,
      headOnly: true,
      allows,
    });
    return { health: healthOf(status), checkStatus: status };
  } catch (error) {
    if (error instanceof Unreachable) return { health: "DEAD", checkStatus: null };
    throw error;
  }
}

const wordsOf = ({ checkStatus }: Found) => (checkStatus === null ? "did not answer" : `answered ${checkStatus}`);

/** Asks the addresses of links that `allows` accepts, and notes what each answers. */
export const checkingLinks =
  (allows: AddressCheck) =>
  async (
    { ids, all }: z.output<typeof shape.checkPayload>,
    run: Pick<JobRun, "signal" | "progress" | "log">,
  ): Promise<void> => {
    const db = engine().reader;
    const now = Date.now();
    const due = or(
      isNull(links.checkTime),
      lt(links.checkTime, new Date(now - FRESH_MS)),
      // The clock has been set back since.
      gt(links.checkTime, new Date(now)),
    );
    const asked = { id: links.id, name: links.name, url: links.url };
    const chosen =
      ids || all
        ? await db
            .select(asked)
            .from(links)
            .where(ids && inArray(links.id, ids))
        : await db.select(asked).from(links).where(due).orderBy(asc(links.checkTime)).limit(MOST_IN_ROUND);
    let [done, dead] = [0, 0];
    run.progress(0, chosen.length);
    const rest = chosen.values();
    const askOthers = async () => {
      for (const { id, name, url } of rest) {
        if (run.signal.aborted) return;
        const found = await ask(url, allows);
        await noteCheck(system, { id, url, ...found });
        if (found.health === "DEAD") {
          dead += 1;
          run.log(`${name}: ${url} ${wordsOf(found)}.`);
        }
        run.progress((done += 1), chosen.length);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, askOthers));
    run.signal.throwIfAborted();
    if (chosen.length > 0) run.log(`${done} checked, ${dead} of them dead.`);
  };
