import type { ServerResponse } from "node:http";
import { largestOfGreediest } from "./greediest";

/** Files of a bucket that are sent at a time: each holds one of the connections to it (lib/services/files/s3-connection.ts). */
const MOST = 400;

/**
 * Bounds the files that are sent at a time: at the limit, the network that reads most of them loses its oldest one. Whoever
 * reads nothing of many would keep all others from every picture.
 */
export class FileReaders {
  /** Each with its network, the oldest first. */
  readonly #reading = new Map<ServerResponse, string>();

  constructor(private readonly most = MOST) {}

  /** Counts one until it is sent or its connection has ended. */
  add(res: ServerResponse, network: string): void {
    if (res.destroyed) return;
    this.#reading.set(res, network);
    res.once("close", () => this.#reading.delete(res));
    if (this.#reading.size > this.most) this.#drop();
  }

  #drop(): void {
    const dropped = largestOfGreediest(this.#reading.keys(), { networkOf: (res) => this.#reading.get(res) ?? "" });
    if (!dropped) return;
    this.#reading.delete(dropped);
    dropped.destroy();
  }
}
