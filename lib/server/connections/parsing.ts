import type { Server } from "node:http";
import type { Socket } from "node:net";
import { endUnparsed, type Excess } from "../../patches/stopped-parsing";
import { watchParsing } from "../../patches/watched-parsing";

/** Lines of one head, or behind one body. More than a hundred are refused in a sentence (`faultInHeaders`), more than these without one. */
const MOST_LINES = 160;
/** Bytes of a piece of a body from which on it costs little beside them. */
const USUAL_PIECE = 512;
/**
 * Shorter pieces that are taken in one turn of the event loop: of one connection, of all, and of one connection where all
 * have sent so many. Each costs some four microseconds.
 */
const [MOST_OWN, MOST_OF_ALL, FEW] = [2_000, 5_000, 16];

/**
 * Short pieces of bodies that nobody reads yet, or ever: each takes some 150 bytes of memory beside its own. Of one
 * connection, of all, and of one connection where all have so many.
 */
const [MOST_UNREAD, MOST_UNREAD_OF_ALL, FEW_UNREAD] = [1_000, 100_000, 20];

/** The short pieces of bodies that were taken in the present turn of the event loop. */
export class ShortPieces {
  readonly #own = new Map<Socket, number>();
  #all = 0;

  /** Counts another one; returns whether to go on with its connection. */
  takes(socket: Socket): boolean {
    if (this.#all === 0) setImmediate(() => this.#forget());
    const own = (this.#own.get(socket) ?? 0) + 1;
    this.#own.set(socket, own);
    this.#all += 1;
    return own <= MOST_OWN && (own <= FEW || this.#all <= MOST_OF_ALL);
  }

  #forget(): void {
    this.#own.clear();
    this.#all = 0;
  }
}

/**
 * Ends connections that send heads of very many lines, or very many short pieces of a body at once, as no browser or
 * program does: before anything else is done, all that all connections have sent is parsed.
 */
export function boundParsing(server: Server, mostUnread = MOST_UNREAD_OF_ALL): void {
  const pieces = new ShortPieces();
  const begun = new WeakSet<object>();
  let unreadOfAll = 0;
  server.on("connection", (socket: Socket) => {
    const unlessEnded = (goesOn: boolean, excess?: Excess) => {
      if (!goesOn) endUnparsed(socket, excess);
      return goesOn;
    };
    let unread = 0;
    const count = (now: number) => {
      unreadOfAll += now - unread;
      unread = now;
    };
    socket.once("close", () => count(0));
    watchParsing(socket, {
      lines: (count) => unlessEnded(count <= MOST_LINES, "head"),
      piece: (bytes, isRead, body) => {
        if (bytes >= USUAL_PIECE) return true;
        // Those of an earlier body on its connection were read or left out by now, but for a few.
        if (body && !begun.has(body)) {
          begun.add(body);
          count(0);
        }
        count(isRead ? 0 : unread + 1);
        const isBounded = unread <= MOST_UNREAD && (unread <= FEW_UNREAD || unreadOfAll <= mostUnread);
        return unlessEnded(isBounded && pieces.takes(socket));
      },
    });
  });
}
