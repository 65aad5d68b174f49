import { AsyncLocalStorage } from "node:async_hooks";
import { shared } from "./shared";

/** Names what a cached answer was made from: `site`, `posts`, `post:12`, `categories`, `tags` … */
export type Tag = string;

/** A record that is viewed and liked, such as `post:12`. */
export type Subject = `${"post" | "sheet" | "journal"}:${number}`;

/** What one answer being made has read so far. */
export type ReadScope = { tags: Set<Tag>; viewOf: Subject | null };

const scopes = shared("read-scopes", () => new AsyncLocalStorage<ReadScope>());

/** Runs `make` and collects the tags of every query inside it. */
export async function collectReads<T>(make: () => Promise<T>): Promise<{ result: T; scope: ReadScope }> {
  const scope: ReadScope = { tags: new Set(), viewOf: null };
  return { result: await scopes.run(scope, make), scope };
}

/** Notes what the answer being made depends on; nothing happens outside of one. */
export function noteReads(tags: readonly Tag[]): void {
  const scope = scopes.getStore();
  if (scope) for (const tag of tags) scope.tags.add(tag);
}

/** Notes that the answer being made shows this record, so that each delivery counts as a visit. */
export function noteView(subject: Subject): void {
  const scope = scopes.getStore();
  if (scope) scope.viewOf = subject;
}
