import { createServer } from "node:http";
import { openDatabase, StorageError } from "../../db/open";
import { makeDataDir, takeServerLock } from "../../db/sqlite";
import { stopExaminer } from "../attachments/examiner";
import { sweepIncoming, sweepOrphans } from "../attachments/sweeping";
import { stopRenderer } from "../content/renderer";
import { system, visitor } from "../core/access";
import { env } from "../core/env";
import { subscribe } from "../core/events";
import { engine, installEngine } from "../core/operation";
import { forgetRemembered } from "../core/remembered";
import { readiness } from "../core/readiness";
import { ensureSecrets } from "../core/secrets";
import { beginRecurringJobs } from "../jobs/recurring";
import { JobWorker } from "../jobs/worker";
import { beginRenewal } from "../renewals/mutations";
import { getSite, readOption } from "../options/queries";
import { flushCounts } from "../drafts/counters";
import { untilPublication } from "../drafts/queries";
import { completeIndex } from "../posts/search-index";
import { watchAsyncContext } from "./async-context";
import { frontDesk } from "./front-desk";
import { handlers } from "./job-handlers";
import { serverOptions, setTimeouts } from "./limits";
import { addressHere, listen } from "./listen";
import { log, logConsole } from "./log";
import { PageCache } from "./page-cache";
import { staticFiles } from "./static";
import { uploadedFiles } from "./uploads";
import { warmUp } from "./warm-up";
import { WebhookNews } from "./webhook-news";

/** How often counted views are written. */
const FLUSH_MS = 5_000;
/** How often files are looked for that no attachment has. */
const SWEEP_MS = 3_600_000;
/** How long running requests may take once the server is told to stop. */
const STOP_MS = 8_000;

/** Until when what is made now is right: the next scheduled publication, looked up once after each change. */
function publicationClock(): { next: () => Promise<number>; forget: () => void } {
  let known: number | undefined;
  return {
    next: async () => {
      if (known === undefined || known <= Date.now()) known = await untilPublication();
      return known;
    },
    forget: () => void (known = undefined),
  };
}

/**
 * Next, ready to answer. It puts its own in place of the platform's `Date`, `process.nextTick` and immediates, for a
 * way of caching that is not used here (cacheComponents): each date of a list would cost several times as much, and
 * each answer of node:http goes through some ticks. The platform's are put back.
 */
async function loadNext() {
  const { Date: platformDate, setImmediate, clearImmediate } = globalThis;
  const { nextTick } = process;
  const { default: next } = await import("next");
  const app = next({ dev: env.development, dir: process.cwd(), hostname: env.host, port: env.port });
  await app.prepare();
  Object.assign(globalThis, { Date: platformDate, setImmediate, clearImmediate });
  Object.defineProperty(platformDate.prototype, "constructor", { value: platformDate });
  process.nextTick = nextTick;
  return app;
}

/** Opens the database, serves the site, and answers the way to stop. */
async function serve(): Promise<void> {
  makeDataDir();
  const unlock = takeServerLock();
  const database = await openDatabase();
  installEngine(database);
  ensureSecrets();
  if (database.copyBeforeMigration) console.log(`The database was brought up to date; a copy of how it was is ${database.copyBeforeMigration}`);

  const clock = publicationClock();
  const cache = new PageCache(await readOption(engine().reader, "page_cache_size"), clock.next);
  const drop = (tags: readonly string[]) => {
    if (tags.includes("posts") || tags.includes("sheets")) clock.forget();
    cache.drop(tags);
  };
  subscribe(({ tags }) => drop(tags));
  const news = new WebhookNews((error) => log.error({ err: error }, "webhooks could not be told"));
  const jobs = new JobWorker(handlers, (error, what) => log.error({ err: error }, what));
  await database.followForeignCommits((tags) => {
    forgetRemembered(tags);
    drop(tags);
    jobs.wake();
    news.ring();
  });
  const flushing = setInterval(() => void flushCounts().catch((error: unknown) => log.error({ err: error }, "visits could not be written")), FLUSH_MS);

  await sweepIncoming();
  const sweep = () => void sweepOrphans(new Date()).catch((error: unknown) => log.error({ err: error }, "files without an attachment could not be removed"));
  sweep();
  const sweeping = setInterval(sweep, SWEEP_MS);

  const guest = process.argv.includes("--demo") ? await (await import("../cli/demo")).fillDemo() : null;

  if (!env.development) watchAsyncContext();
  const app = await loadNext();
  const ours = env.development ? (_req: unknown, _res: unknown, on: () => void) => on() : staticFiles();
  const uploads = uploadedFiles((error) => log.error({ err: error }, "a file could not be sent"));
  const files: typeof uploads = (req, res, on) => uploads(req, res, () => ours(req, res, on));
  const answer = frontDesk({ cache, next: app.getRequestHandler(), files, log, development: env.development });
  const server = createServer(serverOptions, answer);
  setTimeouts(server);
  if (env.development) server.on("upgrade", app.getUpgradeHandler());

  let stopping = false;
  let warming: Promise<void> = Promise.resolve();
  readiness.ready = false;
  await beginRenewal(system, {});
  await listen(server);
  if (!env.development) logConsole();
  await beginRecurringJobs(system, {});
  jobs.start();
  news.start();
  const indexing = completeIndex({ goesOn: () => !stopping }).catch((error: unknown) => log.error({ err: error }, "the search index could not be completed; the next start goes on with it"));
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    clearInterval(flushing);
    clearInterval(sweeping);
    const finished = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const workStopped = Promise.all([news.stop(), jobs.stop()]);
    const late = setTimeout(() => server.closeAllConnections(), STOP_MS);
    await finished;
    clearTimeout(late);
    await workStopped;
    await indexing;
    await warming;
    await flushCounts();
    await stopRenderer();
    stopExaminer();
    await database.close();
    unlock();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));

  if (!env.development) {
    const { rest } = await warmUp(answer, () => !stopping);
    warming = rest.catch((error: unknown) => log.error({ err: error }, "not every page could be made beforehand"));
  }
  if (stopping) return;
  readiness.ready = true;
  const site = await getSite(visitor, {});
  const local = env.siteUrl ?? addressHere(server);
  console.log(`Broadsheet serves ${local}`);
  if (guest) console.log(`This is a sample site; it is gone when the server stops. Sign in as "${guest.username}" with the password "${guest.password}".`);
  if (!site.installed) console.log(`Set up your site at ${local}/setup`);
}

serve().catch((error: unknown) => {
  console.error(error instanceof StorageError ? error.message : error);
  process.exit(1);
});
