import type { Server } from "node:http";
import type { Socket } from "node:net";
import { endUnparsed } from "../patches/stopped-parsing";
import { watchParsing } from "../patches/watched-parsing";

/** Lines of one head, or behind one body. More than a hundred are refused in a sentence (`faultInHeaders`), more than these without one. */
const MOST_LINES = 160;
/** Bytes of a piece of a body from which on it costs little beside them. */
const USUAL_PIECE = 512;
/**
 * Shorter pieces that are taken in one turn of the event loop: of one connection, of all, and of one connection where all
 * have sent so many. Each costs some four microseconds.
 */
const [MOST_OWN, MOST_OF_ALL, FEW] = [2_000, 5_000, 16];

/** Short pieces of a body that nobody reads yet, or ever: each takes some 150 bytes of memory beside its own. */
const MOST_UNREAD = 1_000;

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
export function boundParsing(server: Server): void {
  const pieces = new ShortPieces();
  server.on("connection", (socket: Socket) => {
    const unlessEnded = (goesOn: boolean) => {
      if (!goesOn) endUnparsed(socket);
      return goesOn;
    };
    let unread = 0;
    watchParsing(socket, {
      lines: (count) => unlessEnded(count <= MOST_LINES),
      piece: (bytes, isRead) => {
        if (bytes >= USUAL_PIECE) return true;
        unread = isRead ? 0 : unread + 1;
        return unlessEnded(unread <= MOST_UNREAD && pieces.takes(socket));
      },
    });
  });
}
