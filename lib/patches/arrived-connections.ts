/**
 * A hook into Node: a connection that has arrived can be kept as it is, and taken later.
 *
 * Reason: the system gives one connection in each turn of the event loop, and to take one costs some 100 microseconds, with
 * what it has sent and what its end costs some 300: whoever connects waits for as much of each connection before. 1,900
 * that come again whenever they are ended kept everybody waiting for 0.5 to 2 s.
 * Gain: one that is kept costs a twentieth, so that all of them have arrived within some 50 ms, and those of others can be
 * taken first.
 * Contract: a listening server has a `_handle`, which calls its function `onconnection` with a status, 0 for a connection,
 * and the connection's handle, which has `getpeername` and `close`. Where there is no such function, all are taken at once.
 */
import type { Server } from "node:http";

/** A connection that has arrived. */
export type Arrived = { address: () => string | null; take: () => void; end: () => void };

type Client = { getpeername?: (into: { address?: string }) => unknown; close: () => void };
type Handle = { onconnection?: (this: unknown, status: number, client: Client | undefined) => unknown };

/** Has somebody decide when each connection is taken; returns whether that is possible. The server listens. */
export function decideOnArrivals(server: Server, decide: (one: Arrived) => void): boolean {
  const { _handle: handle } = server as Server & { _handle?: Handle | null };
  const take = handle?.onconnection;
  if (!handle || typeof take !== "function") return false;
  handle.onconnection = (status, client) => {
    if (status !== 0 || client === undefined) return take.call(handle, status, client);
    return decide({
      address: () => {
        const found: { address?: string } = {};
        client.getpeername?.(found);
        return found.address ?? null;
      },
      take: () => void take.call(handle, status, client),
      end: () => client.close(),
    });
  };
  return true;
}
