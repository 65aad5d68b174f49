import { createServer, type RequestListener, type Server } from "node:http";
import { closeDataDir, makeDataDir, markRunning, markStopped, takeServerLock } from "../../db/data-dir";
import { damaged, storageFailure } from "../../db/explained";
import { type OpenDatabase, openDatabase } from "../../db/open";
import { finishRestore } from "../../db/finish-restore";
import { stopBackups } from "../features/backups/child";
import { stopExaminer } from "../services/files/examiner";
import { sweepIncoming } from "../features/attachments/sweeping";
import { ensureSiteKey } from "../features/accounts/sign-in/site-key";
import { noteCountedChanges } from "../services/limits/counted-changes";
import { keepCounters, recallCounters } from "../services/limits/keeping";
import { widestNetworkOf } from "../services/limits/networks";
import { stopRenderer } from "../services/rendering/renderer";
import { system, visitor } from "../core/access";
import { watchDamage } from "../core/damage";
import { env, setOwnOrigin } from "../core/env";
import { subscribe } from "../core/events";
import { engine, installEngine } from "../core/operation";
import { forgetRemembered } from "../core/remembered";
import { readiness } from "../core/readiness";
import { beginRenewal } from "../features/renewals/mutations";
import { flushTraces } from "../features/redirects/traces";
import { flushCounts } from "../features/writing/counters";
import { settingKeys } from "../core/settings";
import { untilPublication } from "../features/visibility/queries";
import { siteAddress } from "../services/settings/reading";
import { getSite } from "../features/site/queries";
import { readOption } from "../services/settings/reading";
import { watchAsyncContext } from "../patches/async-context";
import { databaseIsAhead } from "../patches/database-clock";
import { keepPlatform } from "../patches/platform-globals";
import { takeFairly } from "./connections/arrivals";
import { checkAfterUncleanStop } from "./background/checking";
import { withoutBodies, withoutChunks } from "./answers/bodiless";
import { boundConnections, continueWhenRead, oneAfterAnother } from "./connections/connections";
import { inFairTurns } from "./connections/fair-requests";
import { provideFeatures } from "./features";
import { frontDesk } from "./front-desk";
import { Gate } from "./gate";
import { clientIp, endSilent, serverOptions, setTimeouts } from "./connections/limits";
import { addressHere, listen } from "./observing/listen";
import { failureLog, log, logConsole } from "./observing/log";
import { type Observer, observed, requestLog } from "./observing/observing";
import { PageCache } from "./keeping/page-cache";
import { boundParsing } from "./connections/parsing";
import { refuseSubresources } from "./answers/subresources";
import { answerFaults } from "./connections/faulty-connections";
import { providePublicPages } from "./answers/public-pages";
import { logProcessFailures } from "./observing/process-failures";
import { changes } from "./answers/reloading";
import { provideRestore } from "./restoring";
import { Running } from "./running";
import { staticFiles, styleFiles } from "./files/static";
import { closeServer, leaveProxy, stopOnSignal } from "./stopping";
import { Traffic } from "./observing/traffic";
import { paceTrickles } from "./bodies/trickles";
import { uploadedFiles } from "./files/uploads";
import { builtRoutes } from "../patches/built-routes";
import { warmUp } from "./warm-up";

/** Until when an answer made now is valid: the next scheduled publication, looked up once after each change. */
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

/** Next, ready to answer. */
async function loadNext() {
  const load = async () => {
    const { default: next } = await import("next");
    const app = next({ dev: env.development, dir: process.cwd(), hostname: env.host, port: env.port });
    await app.prepare();
    return app;
  };
  return (await keepPlatform(load)).result;
}

/** Opens the data folder; refuses damaged, lost or used data with a sentence. */
async function openSite(): Promise<{ database: OpenDatabase; free: () => void }> {
  makeDataDir();
  const unlock = takeServerLock();
  if (env.databaseUrl === undefined) await finishRestore();
  for (const sentence of closeDataDir()) log.warn(sentence);
  if (markRunning() && env.databaseUrl === undefined) await checkAfterUncleanStop(log);
  const database = await openDatabase();
  installEngine(database);
  provideFeatures();
  providePublicPages();
  await ensureSiteKey();
  const seconds = Math.round(databaseIsAhead() / 1000);
  if (seconds !== 0)
    log.warn(
      { seconds: Math.abs(seconds) },
      `this machine's clock is ${seconds > 0 ? "behind" : "ahead of"} the database's, whose time is used; set this machine's clock by a time server`,
    );
  watchDamage((what) => log.fatal(damaged(what).message));
  if (database.copyBeforeMigration)
    console.log(`The database was brought up to date; a copy of the old state is ${database.copyBeforeMigration}`);
  const free = () => {
    markStopped();
    unlock();
  };
  return { database, free };
}

/** The host of the site's address, read again after commits that may have changed it. */
async function watchSiteHost(): Promise<{ siteHost: () => string; readAgain: (cacheKeys: readonly string[]) => void }> {
  const read = async () => new URL(await siteAddress()).host;
  let known = await read();
  const readAgain = (cacheKeys: readonly string[]) => {
    if (!settingKeys("site_url").some((key) => cacheKeys.includes(key))) return;
    read().then(
      (host) => (known = host),
      (error: unknown) => log.error({ err: error }, "the site's address could not be read"),
    );
  };
  subscribe(({ cacheKeys }) => readAgain(cacheKeys));
  return { siteHost: () => known, readAgain };
}

/** The kept pages; commits of any process drop those they touch. */
async function keepPages(): Promise<{
  cache: PageCache;
  drop: (cacheKeys: readonly string[]) => void;
  dropAll: () => void;
}> {
  const clock = publicationClock();
  const cache = new PageCache(await readOption(engine().reader, "page_cache_size"), clock.next);
  const drop = (cacheKeys: readonly string[]) => {
    if (cacheKeys.includes("posts") || cacheKeys.includes("sheets")) clock.forget();
    cache.drop(cacheKeys);
  };
  subscribe(({ cacheKeys }) => drop(cacheKeys));
  const dropAll = () => {
    clock.forget();
    cache.dropAll();
  };
  return { cache, drop, dropAll };
}

/** The HTTP server, not listening yet, and its handler. */
async function makeServer(
  cache: PageCache,
  siteHost: () => string,
  gate: Gate,
  observers: readonly Observer[],
): Promise<{ server: Server; answer: RequestListener; traffic: Traffic }> {
  if (!env.development) await watchAsyncContext();
  const app = await loadNext();
  const ours = env.development ? changes() : staticFiles();
  const uploads = uploadedFiles((error) => failureLog.error({ err: error }, "a file could not be sent"));
  const style = styleFiles(env.development);
  const files: typeof uploads = (req, res, on) =>
    refuseSubresources(req, res, () => uploads(req, res, () => style(req, res, () => ours(req, res, on))));
  const answer = frontDesk({
    cache,
    next: app.getRequestHandler(),
    files,
    log: failureLog,
    siteHost,
    development: env.development,
  });
  const traffic = new Traffic(gate.underWay);
  const fairly = inFairTurns(
    withoutBodies(
      gate.before((req, res) => {
        traffic.note();
        answer(req, res);
      }),
    ),
    (req) => widestNetworkOf(clientIp(req)),
  );
  const inOrder = oneAfterAnother(endSilent(observed(withoutChunks(fairly), observers)));
  const server = createServer(serverOptions, inOrder);
  setTimeouts(server);
  server.once("listening", () => takeFairly(server));
  boundConnections(server);
  boundParsing(server);
  paceTrickles(server);
  answerFaults(server);
  continueWhenRead(server, inOrder);
  const upgrade = app.getUpgradeHandler();
  if (env.development) server.on("upgrade", (...asked) => void upgrade(...asked));
  return { server, answer, traffic };
}

/** Answers Prometheus, where a port is set; nothing of that is loaded otherwise. */
async function tellPrometheus(cache: PageCache, running: Running): Promise<Observer[]> {
  if (!env.metrics) return [];
  const { makeMetrics, serveMetrics } = await import("./observing/metrics");
  const { registry, observe } = makeMetrics({ cache, pools: () => running.pools() });
  await serveMetrics(registry, env.metrics.port, env.metrics.host);
  return [observe];
}

/** Starts the site: data, pages, requests, background work, first pages; stops in reverse order. */
async function serve(): Promise<void> {
  logProcessFailures(log);
  const { database, free } = await openSite();
  const { cache, drop, dropAll } = await keepPages();
  const { siteHost, readAgain } = await watchSiteHost();
  const forget = () => {
    dropAll();
    readAgain(settingKeys("site_url"));
  };
  const running = new Running(database, log, (cacheKeys) => {
    forgetRemembered(cacheKeys);
    if (cacheKeys === null) return forget();
    drop(cacheKeys);
    readAgain(cacheKeys);
  });
  await running.follow();
  await Promise.all([sweepIncoming(), recallCounters()]);
  const guest = process.argv.includes("--demo") ? await (await import("../cli/demo")).fillDemo() : null;
  await beginRenewal(system, {});

  const gate = new Gate();
  const { server, answer, traffic } = await makeServer(cache, siteHost, gate, [
    ...(await tellPrometheus(cache, running)),
    ...requestLog(log),
  ]);
  readiness.ready = false;
  await listen(server);
  setOwnOrigin(addressHere(server));
  if (!env.development) logConsole();
  running.begin();
  provideRestore(running, gate, forget, log);
  let warming: Promise<void> = Promise.resolve();
  const stopping = stopOnSignal(
    [
      ["readiness", leaveProxy],
      ["requests and work in the background", () => Promise.all([closeServer(server), running.rest()])],
      ["first pages", () => warming],
      ["counts of visits", flushCounts],
      ["counters in memory", keepCounters],
      ["traces of redirects", flushTraces],
      ["changes that were only counted", noteCountedChanges],
      ["the renderer", stopRenderer],
      ["the examiner of uploads", stopExaminer],
      ["backups", stopBackups],
      ["the database", () => running.close().then(free)],
    ],
    log,
  );
  if (env.warmUp) {
    const routes = builtRoutes()?.filter((route) => !route.startsWith("/api/")) ?? [];
    const { rest } = await warmUp(answer, routes, traffic, () => !stopping.aborted);
    // What the start has left behind is collected now; beside the first requests it would take as long as several of them.
    globalThis.gc?.();
    warming = rest.catch((error: unknown) => log.error({ err: error }, "not every page could be made beforehand"));
  }
  if (stopping.aborted) return;
  readiness.ready = true;

  const site = await getSite(visitor, {});
  const local = env.siteUrl ?? addressHere(server);
  console.log(`Broadsheet serves ${local}`);
  if (guest)
    console.log(
      `This is a sample site, deleted when the server stops. Sign in as "${guest.username}" with the password "${guest.password}".`,
    );
  if (!site.installed) console.log(`Set up your site at ${local}/setup`);
}

serve().catch((error: unknown) => {
  console.error(storageFailure(error)?.message ?? error);
  process.exit(1);
});
