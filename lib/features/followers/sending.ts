import { eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { followers, mailings } from "../../../db/schema";
import { system } from "../../core/access";
import { engine } from "../../core/operation";
import type { JobRun } from "../../services/jobs/running";
import { canBeFollowed } from "../../services/mail/queue";
import { MailError, sendMail } from "../../services/mail/sending";
import { addressOf, readOptions } from "../../services/settings/reading";
import { linkTo } from "./following";
import { letterOf } from "./letters";
import { paceOf } from "./limits";
import { goOnMailing, mailAgainLater, noteBounce, noteTaken, pauseMailing, reachNext, stepBack } from "./steps";

/** Mails of one batch. */
const BATCH = 50;
/** How often a mail that is refused for now is sent again. */
const MOST_AGAIN = 5;

type Follower = { id: number; email: string };

const mailingOf = async (db: Database, id: number) => (await db.select().from(mailings).where(eq(mailings.id, id)))[0];

/** What is mailed, read anew before each mail; null where nobody is to get it any more. */
async function presentLetter(db: Database, mailingId: number) {
  const [mailing, options] = [await mailingOf(db, mailingId), await readOptions(db)];
  if (!mailing || mailing.state === "SKIPPED" || !canBeFollowed(options)) return null;
  const letter = await letterOf(db, mailing);
  return letter && { ...letter, site: addressOf(options), reached: mailing.reached, state: mailing.state };
}

/** Sends one mail. What the server refuses of this one follower is dealt with; what it refuses of the site is thrown. */
async function sendTo(
  db: Database,
  follower: Follower,
  letter: NonNullable<Awaited<ReturnType<typeof presentLetter>>>,
  { mailingId, attempt, log }: { mailingId: number; attempt: number; log: (line: string) => void },
): Promise<void> {
  const { template, data, items, site } = letter;
  const unsubscribe = linkTo(site, "unsubscribe", follower);
  try {
    await sendMail(db, { to: follower.email, template, data: { ...data, unsubscribe }, items });
    await noteTaken(system, { id: follower.id });
  } catch (error) {
    if (!(error instanceof MailError) || (error.step !== "recipient" && error.step !== "message")) throw error;
    log(`Follower ${follower.id}: ${error.message} (${error.answer ?? ""})`);
    const lost = { mailingId, followerId: follower.id };
    if (error.isFinal && error.step === "recipient") await noteBounce(system, lost);
    else if (!error.isFinal && attempt < MOST_AGAIN) await mailAgainLater(system, { ...lost, attempt: attempt + 1 });
  }
}

/** Mails a batch, and leaves the rest to the next one. */
export async function sendBatch({ mailingId }: { mailingId: number }, run: JobRun): Promise<void> {
  const db = engine().reader;
  const pace = paceOf((await readOptions(db)).follow_mails_per_hour);
  const goOn = async (seconds: number) => {
    const reached = (await mailingOf(db, mailingId))?.reached ?? 0;
    await goOnMailing(system, { mailingId, reached, runAt: new Date(Date.now() + seconds * 1000) });
  };
  for (let done = 0; done < BATCH; done += 1) {
    run.signal.throwIfAborted();
    const letter = await presentLetter(db, mailingId);
    if (!letter) {
      run.log("Nothing that everybody may read, or the site cannot be followed.");
      return pauseMailing(system, { mailingId });
    }
    const wait = await pace.waitFor("site");
    if (wait !== null) return goOn(wait);
    const next = await reachNext(system, { mailingId });
    if (!next) return;
    try {
      await sendTo(db, next, letter, { mailingId, attempt: 0, log: run.log });
    } catch (error) {
      if (error instanceof MailError) await stepBack(system, { mailingId, id: next.id, before: next.before });
      throw error;
    }
    run.progress(done + 1);
  }
  return goOn(0);
}

/** Mails to one follower whose server did not take it before. */
export async function sendAgain(
  given: { mailingId: number; followerId: number; attempt: number },
  run: JobRun,
): Promise<void> {
  const db = engine().reader;
  const [follower] = await db.select().from(followers).where(eq(followers.id, given.followerId));
  const letter = await presentLetter(db, given.mailingId);
  if (follower?.status !== "FOLLOWING" || !letter)
    return run.log("Not sent: it is not wanted, or not public any more.");
  try {
    await sendTo(db, follower, letter, { ...given, log: run.log });
  } catch (error) {
    if (!(error instanceof MailError) || given.attempt >= MOST_AGAIN) throw error;
    run.log(error.message);
    await mailAgainLater(system, { ...given, attempt: given.attempt + 1 });
  }
}
