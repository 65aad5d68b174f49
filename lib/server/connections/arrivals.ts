import type { Server } from "node:http";
import { env } from "../../core/env";
import { type Arrived, decideOnArrivals } from "../../patches/arrived-connections";
import { widestNetworkOf } from "../../services/limits/networks";
import { noteArrival } from "./connections";
import { HeldBodies, type Holding } from "./held-bodies";
import { forwardedIp, serverOptions } from "./limits";
import { ServedLately } from "./served-lately";

/** Turns of the event loop in a row that bring a connection, from which on further ones wait. */
const IN_A_ROW = 16;
/** Milliseconds for which they wait at most while one arrives in each turn, and in which some are taken then. */
const [HOLD_MS, TAKING_MS] = [50, 5];
/**
 * The most that wait, of which the largest crowd loses its last, and the bytes that are read of those of a proxy, of which
 * whoever has the most loses some: a crowd that sends bodies would leave none to tell whose the others are.
 */
const [MOST_WAITING, MOST_BYTES] = [2_000, 8 * 1024 * 1024];

/** The line of those of which nobody can tell yet whose they are. */
const NOBODYS = "";

type Waiting = { one: Arrived; since: number; isOver: boolean; place: Place | null; held: Holding | null };
/** A place in a line, which one leaves that has another. */
type Place = { waiting: Waiting; isLeft: boolean };

/** The network for which a proxy asks, by the head that it sends first. */
function networkIn(bytes: Buffer): string {
  const text = bytes.toString("latin1", 0, serverOptions.maxHeaderSize);
  const end = text.indexOf("\r\n\r\n");
  const lines = (end < 0 ? text : text.slice(0, end)).matchAll(/\r\nx-forwarded-for:([^\r]*)/gi);
  return widestNetworkOf(forwardedIp({ headers: { "x-forwarded-for": [...lines].map(([, list]) => list).join() } }));
}

/**
 * Takes connections as they arrive while they are few. Where very many do, all that the system has are let in first, which
 * costs little, and then taken in turns between networks: whoever has thousands waits for those, and others do not.
 */
export class Arrivals {
  readonly #waiting = new ServedLately<Place>();
  /** Those of a proxy of which nothing has come yet; the first has waited for the longest time. */
  readonly #silent = new Set<Waiting>();
  /** What was read of them. */
  readonly #held = new HeldBodies(MOST_BYTES);
  /** How many wait that have not left. */
  #present = 0;
  #inARow = 0;
  #hasCome = false;
  #isPlanned = false;
  #heldSince = 0;

  /**
   * `areOfProxy`: behind a proxy all have its address, and what they send first says for whom it asks. A proxy gives
   * up those of whoever leaves, and a crowd that asks and leaves has thousands of them.
   */
  constructor(
    private readonly isOpen: () => boolean,
    private readonly areOfProxy = false,
  ) {}

  add(one: Arrived): void {
    noteArrival();
    this.#hasCome = true;
    this.#plan();
    const now = performance.now();
    if (this.#present === 0) {
      if (this.#inARow < IN_A_ROW) return one.take();
      this.#heldSince = now;
    }
    const waiting: Waiting = { one, since: now, isOver: false, place: null, held: null };
    this.#present += 1;
    if (this.areOfProxy) this.#listen(waiting);
    else this.#join(waiting, widestNetworkOf(one.address()));
    while (this.#present > MOST_WAITING && this.#waiting.length > 0) {
      const last = this.#waiting.shorten();
      if (last && !last.isLeft) this.#end(last.waiting);
    }
  }

  #listen(waiting: Waiting): void {
    this.#silent.add(waiting);
    const came = (bytes: Buffer) => {
      if (!waiting.held) {
        const network = networkIn(bytes);
        this.#join(waiting, network);
        waiting.held = this.#held.begin(network, () => this.#end(waiting));
      }
      waiting.held.add(bytes.byteLength);
    };
    if (!waiting.one.read({ came, left: () => this.#end(waiting) })) this.#join(waiting, NOBODYS);
  }

  /** Has one wait in the line of a network, and no more in the one where it was. */
  #join(waiting: Waiting, network: string): void {
    this.#silent.delete(waiting);
    if (waiting.place) waiting.place.isLeft = true;
    waiting.place = { waiting, isLeft: false };
    this.#waiting.join(network, waiting.place);
  }

  #leave(waiting: Waiting): void {
    waiting.isOver = true;
    this.#silent.delete(waiting);
    this.#present -= 1;
    waiting.held?.end();
  }

  #end(waiting: Waiting): void {
    if (waiting.isOver) return;
    this.#leave(waiting);
    waiting.one.end();
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
    for (const waiting of this.#silent) {
      if (now - waiting.since <= HOLD_MS) break;
      this.#join(waiting, NOBODYS);
    }
    if (this.#waiting.length > 0 && (!hasCome || now - this.#heldSince > HOLD_MS)) {
      this.#take(now + TAKING_MS);
      this.#heldSince = performance.now();
    }
    if (hasCome || this.#present > 0) this.#plan();
  }

  #take(until: number): void {
    do {
      const place = this.#waiting.next();
      if (!place) return;
      const { waiting } = place;
      // It costs nothing to go on to the next one.
      if (place.isLeft || waiting.isOver) continue;
      if (!this.isOpen()) this.#end(waiting);
      else {
        this.#leave(waiting);
        waiting.one.take();
      }
    } while (performance.now() < until);
  }
}

/** Takes the connections of a server that listens in turns between networks. */
export function takeFairly(server: Server): void {
  const arrivals = new Arrivals(() => server.listening, env.trustProxy > 0);
  if (!decideOnArrivals(server, (one) => arrivals.add(one))) server.on("connection", noteArrival);
}
