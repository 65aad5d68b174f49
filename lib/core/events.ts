import { EventEmitter } from "node:events";
import { shared } from "./shared";
import type { CacheKey } from "./cache-keys";

/** One thing that happened and was committed: a row of the audit log on its way to subscribers. */
export type DomainEvent = {
  /** Name of the operation, such as `updatePost`; "" for silent writes. */
  operation: string;
  actorId: number | null;
  actorName: string;
  /** The record it was about, such as `post:12`. */
  subject: string | null;
  summary: string;
  /** Reads that became stale. */
  cacheKeys: readonly CacheKey[];
};

const bus = shared("events", () => new EventEmitter<{ event: [DomainEvent] }>().setMaxListeners(50));

/** Tells every subscriber in this process, in order, before the writer gets its answer. */
export const publish = (event: DomainEvent): void => void bus.emit("event", event);

/** Calls `listener` after every commit; answers the way to stop it. */
export function subscribe(listener: (event: DomainEvent) => void): () => void {
  bus.on("event", listener);
  return () => void bus.off("event", listener);
}
