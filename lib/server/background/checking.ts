import { damaged } from "../../../db/explained";
import { quickCheck, within } from "../../../db/quick-check";
import { noteDamage } from "../../core/damage";
import type { Log } from "../observing/log";

/** Milliseconds that a start waits for the check; a larger database is served meanwhile. */
const LONGEST_CHECK_MS = 5_000;

/**
 * Checks the whole database after a crash. Damage refuses the start; where the check takes longer, the log and
 * `/api/health` report its result.
 */
export async function checkAfterUncleanStop(log: Log): Promise<void> {
  const begun = Date.now();
  const check = quickCheck();
  const fault = await within(LONGEST_CHECK_MS, check);
  if (fault === null)
    return log.info({ ms: Date.now() - begun }, "the last server was not stopped properly; the database is undamaged");
  if (fault !== "late") throw damaged(fault);
  log.warn("the last server was not stopped properly; the database is being checked while requests are answered");
  void check
    .then((found) =>
      found === null ? log.info({ ms: Date.now() - begun }, "the database is whole") : noteDamage(found),
    )
    .catch((error: unknown) => log.error({ err: error }, "the database could not be checked"));
}
