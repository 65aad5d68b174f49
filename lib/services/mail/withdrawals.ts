import { and, eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { markOfAddress, withdrawals } from "../../../db/schema";

type List = (typeof withdrawals.$inferSelect)["list"];

/** Remembers that an address left a list, also for a backup that is restored later. */
export async function noteWithdrawal(db: Database, list: List, email: string, now: Date): Promise<void> {
  await db
    .insert(withdrawals)
    .values({ list, mark: markOfAddress(email), createTime: now })
    .onConflictDoNothing();
}

/** Forgets that an address left a list: its reader wants its mails again. */
export async function forgetWithdrawal(db: Database, list: List, email: string): Promise<void> {
  await db.delete(withdrawals).where(and(eq(withdrawals.list, list), eq(withdrawals.mark, markOfAddress(email))));
}

/** Whether it is remembered that an address left a list. */
export async function hasWithdrawn(db: Database, list: List, email: string): Promise<boolean> {
  const left = and(eq(withdrawals.list, list), eq(withdrawals.mark, markOfAddress(email)));
  return (await db.$count(withdrawals, left)) > 0;
}
