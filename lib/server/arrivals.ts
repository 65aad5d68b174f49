import type { Server } from "node:http";
import { env } from "../core/env";
import { type Arrived, decideOnArrivals } from "../patches/arrived-connections";
import { widestNetworkOf } from "../services/limits/networks";
import { noteArrival } from "./connections";
import { ServedLately } from "./served-lately";

/** Turns of the event loop in a row that bring a connection, from which on further ones wait. */
const IN_A_ROW = 16;
/** Milliseconds for which they wait at most while one arrives in each turn, and in which some are taken then. */
const [HOLD_MS, TAKING_MS] = [50, 5];
/** The most that wait; the largest crowd loses its last. */
const MOST_WAITING = 2_000;

/**
 * Takes connections as they arrive while they are few. Where very many do, all that the system has are let in first, which
 * costs little, and then taken in turns between networks: whoever has thousands waits for those, and others do not.
 */
export class Arrivals {
  readonly #waiting = new ServedLately<Arrived>();
  #inARow = 0;
  #hasCome = false;
  #isPlanned = false;
  #heldSince = 0;

  /**
   * `areOfProxy`: behind a proxy all have its address until they have asked. Waiting in one line, those of everybody would
   * be ended with a crowd's, and a proxy takes a server that ends connections for one that has failed.
   */
  constructor(
    private readonly isOpen: () => boolean,
    private readonly areOfProxy = false,
  ) {}

  add(one: Arrived): void {
    noteArrival();
    if (this.areOfProxy) return one.take();
    this.#hasCome = true;
    this.#plan();
    if (this.#waiting.length === 0) {
      if (this.#inARow < IN_A_ROW) return one.take();
      this.#heldSince = performance.now();
    }
    this.#waiting.join(widestNetworkOf(one.address()), one);
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shorten()?.end();
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      this.#turn();
    });
  }

  #turn(): void {
    const hasCome = this.#hasCome;
    this.#hasCome = false;
    this.#inARow = hasCome ? this.#inARow + 1 : 0;
    const now = performance.now();
    if (this.#waiting.length > 0 && (!hasCome || now - this.#heldSince > HOLD_MS)) {
      this.#take(now + TAKING_MS);
      this.#heldSince = performance.now();
    }
    if (hasCome || this.#waiting.length > 0) this.#plan();
  }

  #take(until: number): void {
    do {
      const one = this.#waiting.next();
      if (!one) return;
      if (this.isOpen()) one.take();
      else one.end();
    } while (performance.now() < until);
  }
}

/** Takes the connections of a server that listens in turns between networks. */
export function takeFairly(server: Server): void {
  const arrivals = new Arrivals(() => server.listening, env.trustProxy > 0);
  if (!decideOnArrivals(server, (one) => arrivals.add(one))) server.on("connection", noteArrival);
}
