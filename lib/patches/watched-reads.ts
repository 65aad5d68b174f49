/**
 * A hook into Node: somebody hears of each read of a connection, and can have what follows read later.
 *
 * Reason: Node reads whatever has come, however little, and each read costs 7 to 60 microseconds before anything is asked.
 * 1,900 connections that sent their requests a byte at a time, 100,000 a second, kept everybody waiting for 1 to 3 s.
 * Gain: what comes meanwhile waits with the system and is read at once: 64 KB cost as much as a byte.
 * Contract: a connection of the HTTP server has the parser in `parser`, which calls a function under the number that its
 * class names `kOnExecute` after each read, with the bytes that it parsed or an error; the function is the connection's own.
 * The handle of a connection, in `_handle`, reads from `readStart` to `readStop`; `reading` says whether Node itself would
 * have it read. Where there are no such functions, nobody hears of anything, and all is read as it comes.
 */
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

type Parser = Record<number, unknown> & { constructor: Record<string, unknown> };
type OnRead = (parsed: unknown) => void;
type Handle = { reading?: boolean; readStart?: () => unknown; readStop?: () => unknown };
type Connection = Socket & { parser?: Parser | null; _handle?: Handle | null };

const watchers = new WeakMap<Duplex, (bytes: number) => void>();

/** Tells whoever watches a connection of a read that the parser has no part in. */
export const tellOfRead = (socket: Duplex, bytes: number): void => watchers.get(socket)?.(bytes);

/** Tells of each read of a connection of the HTTP server, with its bytes, once what it brought is parsed. */
export function watchReads(socket: Connection, onRead: (bytes: number) => void): void {
  const parser = socket.parser ?? null;
  const number = Number(parser?.constructor.kOnExecute);
  const own = parser?.[number] as OnRead | undefined;
  if (!parser || typeof own !== "function") return;
  watchers.set(socket, onRead);
  parser[number] = (parsed: unknown) => {
    own(parsed);
    onRead(typeof parsed === "number" ? parsed : 0);
  };
}

/** Reads nothing more of a connection until `readOn`; returns whether that is possible. */
export function stopReading({ _handle: handle }: Connection): boolean {
  if (typeof handle?.readStop !== "function" || typeof handle.readStart !== "function") return false;
  handle.readStop();
  return true;
}

/** Reads on, unless Node itself waits with it. */
export function readOn({ _handle: handle }: Connection): void {
  if (handle?.reading === true) handle.readStart?.();
}
