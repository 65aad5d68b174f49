import { Transform } from "node:stream";
import { Lines } from "../../core/lines";
import { Newcomers, NextTurn } from "./connections";

/** Pieces of files that are sent in one turn of the event loop, for all readers together: each costs some 40 microseconds. */
const PER_TURN = 32;

/**
 * Lets files be sent some pieces at a time, in turns between networks. Thousands of readers would make each turn of the event
 * loop long otherwise, and the system gives one connection in each: newcomers would wait for seconds.
 */
export class Pieces {
  readonly #waiting = new Lines<() => void>();
  readonly #turn: NextTurn;
  #left = PER_TURN;

  constructor(private readonly newcomers = new Newcomers()) {
    this.#turn = new NextTurn(() => this.#sendSome(), newcomers);
  }

  /** Passes pieces on, each when it is its network's turn. */
  stream(network: string): Transform {
    return new Transform({
      writableHighWaterMark: 1,
      readableHighWaterMark: 1,
      transform: (piece: Buffer, _encoding, done) => this.#pass(network, () => done(null, piece)),
    });
  }

  #pass(network: string, send: () => void): void {
    this.#turn.plan();
    if (this.#waiting.length > 0 || this.#left === 0 || this.newcomers.isComing)
      return this.#waiting.join(network, send);
    this.#left -= 1;
    send();
  }

  #sendSome(): void {
    for (this.#left = PER_TURN; this.#left > 0; this.#left -= 1) {
      const next = this.#waiting.next();
      if (!next) return;
      next.one();
    }
    this.#turn.plan();
  }
}
