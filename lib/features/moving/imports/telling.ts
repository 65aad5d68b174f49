import { eq } from "drizzle-orm";
import type { Database } from "../../../../db";
import { webhooks } from "../../../../db/schema";
import { send } from "../../webhooks/announcing";
import { itemOf } from "./rows";
import type { ImportRow } from "./lease";

/** Tells webhooks that an import has ended: the one message about all of its records. */
export async function tellFinished(db: Database, row: ImportRow, now: Date): Promise<void> {
  const hooks = await db.select().from(webhooks).where(eq(webhooks.enabled, true));
  const listening = hooks.filter(({ events }) => events.includes("import.finished"));
  if (listening.length === 0) return;
  const { id, kind, state, summary } = await itemOf(db, row);
  for (const hook of listening) await send(db, hook, "import.finished", { id, kind, state, summary }, now);
}
