import { gt, max, sql } from "drizzle-orm";
import type { DomainEvent } from "../lib/core/events";
import { prepared } from "./prepared";
import * as schema from "./schema";
import type { Database } from "./sqlite";

/** Adds one row to the audit log, in the transaction of the change. */
export async function recordEvent(db: Database, event: DomainEvent): Promise<void> {
  await prepared(db, "record-event", (on) =>
    on.insert(schema.events).values({
      operation: sql.placeholder("operation"),
      actorId: sql.placeholder("actorId"),
      actorName: sql.placeholder("actorName"),
      subject: sql.placeholder("subject"),
      summary: sql.placeholder("summary"),
      cacheKeys: sql.placeholder("cacheKeys"),
      createTime: sql.placeholder("createTime"),
    }),
  ).execute({ ...event, createTime: new Date() });
}

/** The same as a statement without parameters, which can travel with others; `literal` writes a text. */
export function recordingOf(db: Database, event: DomainEvent, literal: (text: string) => string): string {
  const row = { ...event, createTime: new Date() };
  const { sql: statement, params } = db.insert(schema.events).values(row).toSQL();
  const written = (value: unknown) => (typeof value === "string" ? literal(value) : String(value));
  return statement.replace(/\$(\d+)/g, (_place, number) => written(params[Number(number) - 1]));
}

/**
 * Reads the log from where it was last read. Returns the cache keys touched by other processes; this process has told
 * its own subscribers already.
 */
export function eventReader(db: Database): { news: () => Promise<string[]>; wrote: (id: number) => void } {
  let last: number | undefined;
  const own = new Set<number>();
  return {
    wrote(id) {
      if (last === undefined) return;
      if (id === last + 1) last = id;
      else own.add(id);
    },
    async news() {
      if (last === undefined) {
        last = (await db.select({ id: max(schema.events.id) }).from(schema.events))[0]?.id ?? 0;
        return [];
      }
      const rows = await db
        .select({ id: schema.events.id, cacheKeys: schema.events.cacheKeys })
        .from(schema.events)
        .where(gt(schema.events.id, last))
        .orderBy(schema.events.id);
      const cacheKeys = new Set(rows.filter((row) => !own.has(row.id)).flatMap((row) => row.cacheKeys));
      last = Math.max(last, rows.at(-1)?.id ?? 0);
      for (const id of own) if (id <= last) own.delete(id);
      return [...cacheKeys];
    },
  };
}
