import { gt, max, sql } from "drizzle-orm";
import type { DomainEvent } from "../lib/core/events";
import { prepared } from "./prepared";
import * as schema from "./schema";
import type { Database } from "./sqlite";

/** Adds one row to the audit log, in the transaction of what it tells about. */
export async function recordEvent(db: Database, event: DomainEvent): Promise<void> {
  await prepared(db, "record-event", (on) =>
    on.insert(schema.events).values({
      operation: sql.placeholder("operation"),
      actorId: sql.placeholder("actorId"),
      actorName: sql.placeholder("actorName"),
      subject: sql.placeholder("subject"),
      summary: sql.placeholder("summary"),
      tags: sql.placeholder("tags"),
      createTime: sql.placeholder("createTime"),
    }),
  ).execute({ ...event, createTime: new Date() });
}

/** Reads the log from where it was last read; answers every tag touched since. */
export function eventReader(db: Database): () => Promise<string[]> {
  let last: number | undefined;
  return async () => {
    if (last === undefined) {
      last = (await db.select({ id: max(schema.events.id) }).from(schema.events))[0]?.id ?? 0;
      return [];
    }
    const rows = await db.select({ id: schema.events.id, tags: schema.events.tags }).from(schema.events).where(gt(schema.events.id, last)).orderBy(schema.events.id);
    last = rows.at(-1)?.id ?? last;
    return [...new Set(rows.flatMap((row) => row.tags))];
  };
}
