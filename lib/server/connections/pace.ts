import type { ServerResponse } from "node:http";
import { Alternately, Lines } from "../../core/lines";
import { Newcomers, NextTurn } from "./connections";

/** Answers of up to so many bytes are written at once: those of one turn are few, however many connections there are. */
const SHORT = 16 * 1024;
/** Bytes of a piece of a longer answer. */
export const PIECE = 64 * 1024;
/**
 * Bytes of longer answers that are written in one turn of the event loop, for all readers together. The system copies
 * them at once where it has room, also for a reader who reads nothing.
 */
export const PER_TURN = 1024 * 1024;

/** The rest of an answer that is being written. */
type Rest = { res: ServerResponse; body: Buffer; networkOf: () => string };

/**
 * Writes long answers in pieces, a few in each turn of the event loop, so that everybody else is answered in between.
 * Networks take turns, and every second piece is an answer's first.
 */
export class Pace {
  readonly #first = new Lines<Rest>();
  readonly #further = new Lines<Rest>();
  readonly #waiting = new Alternately(this.#first, this.#further);
  readonly #turn: NextTurn;
  #left = PER_TURN;

  constructor(private readonly newcomers = new Newcomers()) {
    this.#turn = new NextTurn(() => this.#writeSome(), newcomers);
  }

  /** Whether an answer of so many bytes may be written whole, now; it counts as written then. */
  hasRoomFor(bytes: number): boolean {
    if (bytes <= SHORT) return true;
    if (bytes > PIECE || !this.#mayBegin()) return false;
    this.#count(bytes);
    return true;
  }

  /** Ends an answer, whose head is written, with its body. The network is asked for where somebody waits. */
  end(res: ServerResponse, body: Buffer, networkOf: () => string): void {
    // Nobody reads what is made beforehand.
    if (res.socket === null || this.hasRoomFor(body.byteLength)) return void res.end(body);
    const rest = { res, body, networkOf };
    if (this.#mayBegin()) return this.#write(rest);
    this.#first.join(networkOf(), rest);
    this.#turn.plan();
  }

  #mayBegin(): boolean {
    return this.#first.length === 0 && this.#left > 0 && !this.newcomers.isComing;
  }

  #write({ res, body, networkOf }: Rest): void {
    const piece = body.subarray(0, PIECE);
    this.#count(piece.byteLength);
    if (piece.byteLength === body.byteLength) return void res.end(piece);
    res.write(piece, (error) => {
      if (error || res.destroyed) return;
      this.#further.join(networkOf(), { res, body: body.subarray(PIECE), networkOf });
      this.#turn.plan();
    });
  }

  #count(bytes: number): void {
    this.#left -= bytes;
    this.#turn.plan();
  }

  #writeSome(): void {
    this.#left = PER_TURN;
    while (this.#left > 0) {
      const next = this.#waiting.next();
      if (!next) return;
      if (!next.one.res.destroyed) this.#write(next.one);
    }
    this.#turn.plan();
  }
}
