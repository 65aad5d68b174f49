import { EventEmitter } from "node:events";
import { shared } from "./shared";
import type { CacheKey } from "./cache-keys";

/** A committed change: a row of the audit log, sent to subscribers. */
export type DomainEvent = {
  /** Name of the operation, such as `updatePost`. */
  operation: string;
  actorId: number | null;
  actorName: string;
  /** The record that changed, such as `post:12`. */
  subject: string | null;
  summary: string;
  /** The cache keys that were touched. */
  cacheKeys: readonly CacheKey[];
  /** Whether it gets no row of the audit log: other processes learn its cache keys only. */
  isSilent?: boolean;
};

const bus = shared("events", () => new EventEmitter<{ event: [DomainEvent] }>().setMaxListeners(50));

/** Calls every subscriber in this process, in order, before the caller gets the answer. */
export const publish = (event: DomainEvent): void => void bus.emit("event", event);

/** Calls `listener` after every commit; returns a function that stops it. */
export function subscribe(listener: (event: DomainEvent) => void): () => void {
  bus.on("event", listener);
  return () => void bus.off("event", listener);
}
