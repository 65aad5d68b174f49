import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { env } from "../../core/env";
import { memory } from "../../core/memory";
import { aJob } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { makeMetrics, serveMetrics } from "./metrics";
import { observed } from "./observing";
import { requestIdOf } from "../addresses/request-id";

const cache = { hits: 0, misses: 0 };
const pools = { readers: { total: 3, idle: 1, waiting: 2 } };
const { registry, observe } = makeMetrics({ cache, pools: () => pools });
let answer: RequestListener = (_req, res) => void res.end();
const site = createServer(observed((req, res) => answer(req, res), [observe]));
const metrics = await serveMetrics(registry, 0, "127.0.0.1");
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
const told = async () => (await fetch(`http://127.0.0.1:${portOf(metrics)}/metrics`)).text();

beforeAll(async () => {
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
});
afterAll(() => {
  memory.onOwnNews = null;
  site.closeAllConnections();
  site.close();
  metrics.close();
});
beforeEach(freshDatabase);
afterEach(() => void (env.trustProxy = 0));

it("tells Prometheus of requests, memory, news, the queue, connections and the event loop", async () => {
  answer = (req, res) => void res.writeHead(req.url === "/api/x" ? 404 : 200).end();
  for (const path of ["/", "/archives/one", "/api/x", "/api/content/posts", "/uploads/2024/01/a/b.png", "/admin/posts"])
    await (await fetch(`http://127.0.0.1:${portOf(site)}${path}`)).text();
  // Somebody who leaves before there is an answer.
  answer = (req) => void req.socket.destroy();
  const socket = connect(portOf(site), "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(socket, "close");
  Object.assign(cache, { hits: 7, misses: 2 });
  memory.onOwnNews?.(20);
  await aJob(new Date(Date.now() - 1000));
  await aJob(new Date(Date.now() + 60_000));
  const text = await told();
  for (const line of [
    'broadsheet_requests_total{kind="page",status="200"} 2',
    'broadsheet_requests_total{kind="page",status="0"} 1',
    'broadsheet_requests_total{kind="api",status="404"} 1',
    'broadsheet_requests_total{kind="content",status="200"} 1',
    'broadsheet_requests_total{kind="upload",status="200"} 1',
    'broadsheet_requests_total{kind="desk",status="200"} 1',
    'broadsheet_request_seconds_count{kind="page"} 3',
    "broadsheet_page_cache_hits_total 7",
    "broadsheet_page_cache_misses_total 2",
    'broadsheet_event_lag_seconds_bucket{le="0.025"} 1',
    'broadsheet_event_lag_seconds_bucket{le="0.01"} 0',
    'broadsheet_jobs{state="WAITING"} 2',
    'broadsheet_jobs{state="DUE"} 1',
    'broadsheet_pool_connections{pool="readers",state="used"} 2',
    'broadsheet_pool_connections{pool="readers",state="waiting"} 2',
    "broadsheet_ready 1",
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  expect((await fetch(`http://127.0.0.1:${portOf(metrics)}/`)).status).toBe(404);
});

it("says what to do where its port is taken", async () => {
  const port = portOf(metrics);
  await expect(serveMetrics(registry, port, "127.0.0.1")).rejects.toThrow(
    `Port ${port} is in use by another program. Stop it, or set METRICS_PORT to another number.`,
  );
});

it("calls a request as a trusted proxy does, and no stranger does", async () => {
  answer = (req, res) => void res.end(requestIdOf(req));
  const named = async (id: string) =>
    (await fetch(`http://127.0.0.1:${portOf(site)}/`, { headers: { "x-request-id": id } })).text();
  expect(await named("from-the-proxy")).toMatch(/^[0-9a-f-]{36}$/);
  env.trustProxy = 1;
  expect(await named("from-the-proxy")).toBe("from-the-proxy");
  expect(await named('"} forged')).toMatch(/^[0-9a-f-]{36}$/);
});
