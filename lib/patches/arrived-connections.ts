/**
 * A hook into Node: a connection that has arrived can be kept as it is, read, and taken later.
 *
 * Reason: the system gives one connection in each turn of the event loop, and to take one costs some 100 microseconds, with
 * what it has sent and what its end costs some 300: whoever connects waits for as much of each connection before. 1,900
 * that come again whenever they are ended kept everybody waiting for 0.5 to 2 s, and 3,700 a second that a proxy gave
 * up before they were answered for 1 to 3 s.
 * Gain: one that is kept costs a twentieth, so that all of them have arrived within some 50 ms, and those of others can be
 * taken first. What it sends tells for whom a proxy asks, and its end that nobody waits any more.
 * Contract: a listening server has a `_handle`, which calls its function `onconnection` with a status, 0 for a connection,
 * and the connection's handle, which has `getpeername` and `close`. Where there is no such function, all are taken at once.
 * The connection's handle calls its function `onread` with bytes, or without any at the end, from `readStart` to
 * `readStop`; the server's own replaces it when it is taken. A listener to `data` of the HTTP server parses what it is
 * given. Where a handle has no such functions, it is not read. What is sent to a port that is closed is not held by
 * whoever sent it any more, and by nobody else.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { MessageChannel } from "node:worker_threads";

/** Told of what a connection sends before it is taken, and of its end. */
type Reader = { came: (bytes: Buffer) => void; left: () => void };

/** A connection that has arrived; `read`: returns whether it can be read before it is taken. */
export type Arrived = {
  address: () => string | null;
  read: (reader: Reader) => boolean;
  take: () => void;
  end: () => void;
};

type Client = {
  getpeername?: (into: { address?: string }) => unknown;
  close: () => void;
  readStart?: () => unknown;
  readStop?: () => unknown;
  onread?: (bytes: ArrayBuffer | undefined) => void;
};
type Handle = { onconnection?: (this: unknown, status: number, client: Client | undefined) => unknown };

/** Bytes that are read of one before it is taken: the most of a head that the server takes. */
const MOST_READ = 16 * 1024;

const { port1: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Lets go of what was read, at once: of thousands a second that leave, each in the middle of a body, collecting that as
 * garbage took as long as all else.
 */
function letGo(pieces: Buffer[]): void {
  for (const { buffer } of pieces.splice(0)) if (buffer instanceof ArrayBuffer) nowhere.postMessage(null, [buffer]);
}

/** Reads what a connection sends, up to a bound, into `pieces`; returns whether that is possible. */
function reading(client: Client, pieces: Buffer[], { came, left }: Reader): boolean {
  if (typeof client.readStart !== "function" || typeof client.readStop !== "function") return false;
  let bytes = 0;
  client.onread = (given) => {
    if (given === undefined) return left();
    const piece = Buffer.from(given);
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes >= MOST_READ) client.readStop?.();
    came(piece);
  };
  client.readStart();
  return true;
}

/** Has somebody decide when each connection is taken; returns whether that is possible. The server listens. */
export function decideOnArrivals(server: Server, decide: (one: Arrived) => void): boolean {
  const { _handle: handle } = server as Server & { _handle?: Handle | null };
  const onConnection = handle?.onconnection;
  if (!handle || typeof onConnection !== "function") return false;
  handle.onconnection = (status, client) => {
    if (status !== 0 || client === undefined) return onConnection.call(handle, status, client);
    const pieces: Buffer[] = [];
    const take = () => {
      let taken: Socket | undefined;
      const note = (socket: Socket) => (taken = socket);
      if (pieces.length > 0) server.prependOnceListener("connection", note);
      client.readStop?.();
      onConnection.call(handle, status, client);
      server.off("connection", note);
      for (const piece of pieces) if (taken?.destroyed === false) taken.emit("data", piece);
    };
    return decide({
      address: () => {
        const found: { address?: string } = {};
        client.getpeername?.(found);
        return found.address ?? null;
      },
      read: (reader) => reading(client, pieces, reader),
      take,
      end: () => {
        client.close();
        letGo(pieces);
      },
    });
  };
  return true;
}
