import type { ServerResponse } from "node:http";
import { resetNow } from "../../patches/reset-connections";
import { largestOfGreediest } from "./greediest";

/** Bytes of answers that may wait in memory for readers who are slow, or do not read. */
const MOST = 64 * 1024 * 1024;
/** Shorter answers are bounded by the number of connections. */
const SHORT = 16 * 1024;

type Held = { res: ServerResponse; body: object; bytes: number; networkOf: () => string; network?: string };

/** Bounds the bytes of unsent answers: at the limit, the network that holds the most loses its largest answer. */
export class HeldAnswers {
  readonly #held = new Set<Held>();
  /** The number of answers with one body: all readers of a kept page hold it once. */
  readonly #sharing = new Map<object, number>();
  #bytes = 0;

  constructor(private readonly most = MOST) {}

  /** The bytes that wait. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts an answer until it is sent or its connection has ended. The network is asked for where it matters. */
  add(res: ServerResponse, body: Buffer | string, networkOf: () => string): void {
    const bytes = Buffer.byteLength(body);
    // Whoever has left frees nothing any more.
    if (bytes < SHORT || res.destroyed) return;
    const one: Held = { res, body: typeof body === "string" ? res : body, bytes, networkOf };
    this.#held.add(one);
    const sharing = this.#sharing.get(one.body) ?? 0;
    this.#sharing.set(one.body, sharing + 1);
    if (sharing === 0) this.#bytes += bytes;
    // Closed as usual, the system would hold what is unread.
    res.once("timeout", resetNow);
    // Follows on a sent answer as well as on a lost connection.
    res.once("close", () => this.#release(one));
    while (this.#bytes > this.most && this.#held.size > 1) this.#drop();
  }

  #release(one: Held): void {
    if (!this.#held.delete(one)) return;
    const sharing = (this.#sharing.get(one.body) ?? 1) - 1;
    if (sharing > 0) return void this.#sharing.set(one.body, sharing);
    this.#sharing.delete(one.body);
    this.#bytes -= one.bytes;
  }

  #drop(): void {
    const dropped = largestOfGreediest(this.#held, {
      networkOf: (one) => (one.network ??= one.networkOf()),
      // What many hold is freed by the last of them.
      sizeOf: ({ body, bytes }) => bytes / (this.#sharing.get(body) ?? 1),
    });
    if (!dropped) return;
    this.#release(dropped);
    const { res } = dropped;
    if (res.socket) resetNow(res.socket);
    else res.destroy();
  }
}
