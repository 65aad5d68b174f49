import type { ServerResponse } from "node:http";

/**
 * Files that are sent at a time. Of a bucket each holds one of the connections to it (lib/services/files/s3-connection.ts);
 * of the disk each takes some 60 KB of memory while nobody reads it.
 */
const MOST = 400;

/**
 * Bounds the files that are sent at a time. At the limit, the network that reads most of them gets no further one, and loses
 * its oldest one to others: whoever reads nothing of many would keep all others from every picture, and fill the memory.
 */
export class FileReaders {
  /** Each with its network, the oldest first. */
  readonly #reading = new Map<ServerResponse, string>();
  readonly #counts = new Map<string, number>();

  constructor(private readonly most = MOST) {}

  /**
   * Counts one until it is sent or its connection has ended; returns whether it may be sent. `few`: where nothing is scarce
   * but memory, each network may have so many, however many others have, and nobody loses any.
   */
  takes(res: ServerResponse, network: string, few = 0): boolean {
    if (res.destroyed) return true;
    if (this.#reading.size >= this.most) {
      const own = this.readBy(network);
      if (few > 0 ? own >= few : own >= Math.max(...this.#counts.values())) return false;
    }
    this.#reading.set(res, network);
    this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1);
    res.once("close", () => this.#leave(res));
    if (few === 0 && this.#reading.size > this.most) this.#drop();
    return true;
  }

  /** The files that a network reads now. */
  readBy(network: string): number {
    return this.#counts.get(network) ?? 0;
  }

  #leave(res: ServerResponse): void {
    const network = this.#reading.get(res);
    if (network === undefined || !this.#reading.delete(res)) return;
    const left = (this.#counts.get(network) ?? 1) - 1;
    if (left > 0) this.#counts.set(network, left);
    else this.#counts.delete(network);
  }

  #drop(): void {
    const most = Math.max(...this.#counts.values());
    for (const [res, network] of this.#reading) {
      if (this.#counts.get(network) !== most) continue;
      this.#leave(res);
      // Unanswered, a proxy would take this server for a failed one.
      if (res.headersSent) return void res.destroy();
      return void res.writeHead(503, { "Cache-Control": "no-store", "Content-Length": "0", "Retry-After": "5" }).end();
    }
  }
}
