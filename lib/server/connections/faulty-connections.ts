import { type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { hasAnswered, letWait } from "../../patches/stopped-parsing";
import { tellOfRead } from "../../patches/watched-reads";
import { widestNetworkOf } from "../../services/limits/networks";
import { FewAtATime } from "./few-at-a-time";

/** Milliseconds for which what a sender still sends is taken and left out, unless they hear the answer and leave. */
const LINGER_MS = 2_000;
/**
 * The most that are ended at once, and the milliseconds after which so many more are. Whoever connects anew as soon as a
 * connection is ended waits for it: 1,900 that did kept everybody busy with ends and begins of connections, which are
 * outside of all other turns.
 */
const [AT_ONCE, AGAIN_MS] = [20, 50];

/** What a fault of a connection is answered with, by the code that Node's parser gives it; 400 for all others. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const answerOf = (code: string): string => {
  const status = statuses[code] ?? 400;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
};

/**
 * Ends connections on which no HTTP comes, or more than is taken, as proxies expect it: answered, and then whatever is still
 * on its way is left out for a while. Where a connection is closed while more comes, the system resets it, which mostly
 * overtakes the answer: a proxy that still sends a body takes the server for one that has failed, asks the next one the same,
 * and soon asks none for anybody.
 */
export function answerFaults(server: Server, lingerMs = LINGER_MS): void {
  const ending = new WeakSet<Duplex>();
  const pace = new FewAtATime(AT_ONCE, AGAIN_MS);
  const end = (connection: Duplex, code: string) => {
    const socket = connection as Socket;
    // Each further piece of what cannot be parsed is a fault of its own.
    if (ending.has(socket)) return;
    ending.add(socket);
    if (!socket.writable || hasAnswered(socket)) return void socket.destroy();
    letWait(socket, (bytes) => tellOfRead(socket, bytes));
    const answer = () => {
      const late = setTimeout(() => socket.destroy(), lingerMs).unref();
      socket.once("close", () => clearTimeout(late));
      socket.end(answerOf(code));
    };
    if (pace.takes()) answer();
    else pace.wait(socket, widestNetworkOf(socket.remoteAddress ?? null), answer);
  };
  server.on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket) => end(socket, code));
  // Without an own answer, Node closes these without one. Nobody reads what comes after them.
  server.on("connect", (_req, socket) => {
    socket.on("error", () => undefined).on("data", (piece: Buffer) => tellOfRead(socket, piece.byteLength));
    end(socket, "");
  });
}
