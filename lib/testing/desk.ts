import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { subscribe } from "../core/events";
import { frontDesk } from "../server/front-desk";
import { log } from "../server/observing/log";
import { PageCache } from "../server/keeping/page-cache";
import type { NextHandler } from "../server/answers/render";

type Delivered = { status: number; headers: IncomingMessage["headers"]; body: Buffer };

/** The front desk on a port of its own; without a handler for pages it answers the API only. */
export async function openDesk(next: NextHandler = () => Promise.reject(new Error("The API is not Next's."))) {
  const cache = new PageCache(10_000_000, async () => Number.POSITIVE_INFINITY);
  const stop = subscribe(({ cacheKeys }) => cache.drop(cacheKeys));
  const server = createServer(
    frontDesk({ cache, next, files: (_req, _res, on) => on(), log, siteHost: () => "localhost", development: false }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    cache,
    port,
    /** One answer, as it is sent. */
    get: (path: string, headers: Record<string, string> = {}): Promise<Delivered> =>
      new Promise((resolve, reject) => {
        const req = request({ port, host: "127.0.0.1", path, headers, agent: false }, (res) => {
          const chunks: Buffer[] = [];
          res.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
          res.on("end", () =>
            resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) }),
          );
        });
        req.on("error", reject).end();
      }),
    close: async () => {
      stop();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
