import { createServer, type Server } from "node:http";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Pools } from "../../../db/open-database";
import { system } from "../../core/access";
import { memory } from "../../core/memory";
import { readiness } from "../../core/readiness";
import { countDueJobs, countJobs } from "../../services/jobs/queries";
import { listen } from "./listen";
import type { Observer } from "./observing";
import type { PageCache } from "../keeping/page-cache";

/** Seconds; the buckets that make sense for answers and for news alike. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Seen = { cache: Pick<PageCache, "hits" | "misses">; pools: () => Pools | null };

/** What Prometheus is told, and who tells it of requests. */
export function makeMetrics({ cache, pools }: Seen): { registry: Registry; observe: Observer } {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "broadsheet_requests_total",
    help: "Requests by kind and status; status 0: whoever asked left before the answer began.",
    labelNames: ["kind", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "broadsheet_request_seconds",
    help: "Seconds until an answer was sent whole.",
    labelNames: ["kind"],
    buckets,
    registers,
  });
  for (const what of ["hits", "misses"] as const) {
    let told = 0;
    const counter: Counter = new Counter({
      name: `broadsheet_page_cache_${what}_total`,
      help: what === "hits" ? "Answers given from memory." : "Answers that were made because memory did not have them.",
      registers,
      collect() {
        counter.inc(cache[what] - told);
        told = cache[what];
      },
    });
  }
  const lag = new Histogram({
    name: "broadsheet_event_lag_seconds",
    help: "Seconds between sending the news of a commit of this server and hearing it as all servers do; PostgreSQL only.",
    buckets,
    registers,
  });
  memory.onOwnNews = (milliseconds) => lag.observe(milliseconds / 1000);

  const gauge = (name: string, help: string, read: () => number) => {
    const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(read()) });
  };
  gauge("broadsheet_ready", "1: /api/ready answers 200, as far as this process knows.", () =>
    Number(readiness.ready && !readiness.isStopping && !memory.isAlone),
  );
  gauge("broadsheet_listening", "1: this server hears of the commits of the others.", () => Number(memory.isCurrent));

  const jobs: Gauge = new Gauge({
    name: "broadsheet_jobs",
    help: "Jobs in the queue: WAITING (planned ones included), RUNNING, and DUE, which wait though their time has come.",
    labelNames: ["state"],
    registers,
    async collect() {
      jobs.reset();
      // Without the database there is no queue to look into; the other figures are told all the same.
      const found = await Promise.all([countJobs(system, {}), countDueJobs(system, {})]).catch(() => null);
      if (!found) return;
      const [{ WAITING, RUNNING }, DUE] = found;
      for (const [state, count] of Object.entries({ WAITING, RUNNING, DUE })) jobs.set({ state }, count);
    },
  });
  const connections: Gauge = new Gauge({
    name: "broadsheet_pool_connections",
    help: "Connections to PostgreSQL by pool: in use, idle; and requests that wait for one.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      connections.reset();
      for (const [pool, { total, idle, waiting }] of Object.entries(pools() ?? {}))
        for (const [state, count] of Object.entries({ used: total - idle, idle, waiting }))
          connections.set({ pool, state }, count);
    },
  });
  return {
    registry,
    observe({ kind, status, seconds }) {
      requests.inc({ kind, status: status ?? 0 });
      durations.observe({ kind }, seconds);
    },
  };
}

/** Answers `GET /metrics` on a port of its own, which is not for visitors. */
export async function serveMetrics(registry: Registry, port: number, host: string): Promise<Server> {
  const server = createServer((req, res) => {
    if (req.method !== "GET" || req.url !== "/metrics") return void res.writeHead(404).end();
    registry.metrics().then(
      (text) => res.writeHead(200, { "Content-Type": registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  await listen(server, { port, host, prefix: "METRICS_" });
  // It ends with the process.
  return server.unref();
}
