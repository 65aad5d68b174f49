import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { and, eq, inArray, ne } from "drizzle-orm";
import type { Database } from "../../../../db";
import { imports } from "../../../../db/schema";
import { AppError } from "../../../core/errors";
import { latestNow } from "../../../core/latest-now";
import type { StepResult } from "./schema";

export type ImportRow = typeof imports.$inferSelect;

/** Milliseconds without a sign of life after which another process may take an import over. */
const LEASE_MS = 30_000;

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** This machine since it was started; a process number means nothing on another one. */
const thisMachine = (): string => `${hostname()} ${read("/proc/sys/kernel/random/boot_id").trim()}`;

/**
 * When a process of this machine began, as its system counts it; "" where no such process runs. Numbers of processes are
 * used again, and the start tells them apart.
 */
function startOf(processId: number): string {
  const stat = read(`/proc/${processId}/stat`);
  // The name of the program stands in brackets and may contain spaces.
  if (stat !== "") return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  try {
    process.kill(processId, 0);
    return "unknown";
  } catch {
    return "";
  }
}

/** Whether nobody works on it any more: its lease ended, or its process is gone from this machine. */
export function isAbandoned(row: ImportRow, now: Date): boolean {
  if (row.leaseOwner === null || row.leaseUntil === null) return true;
  // No lease reaches beyond that, whichever machine's clock it is of: it was noted by a wrong one.
  if (row.leaseUntil < now || row.leaseUntil > latestNow(now)) return true;
  return row.machine === thisMachine() && row.processId !== null && startOf(row.processId) !== row.processStart;
}

/** Whether it was stopped before its end, so that it goes on only where somebody asks for it. */
export const isStopped = (row: ImportRow, now: Date): boolean =>
  (row.state === "RUNNING" || row.state === "UNDOING") &&
  (row.endTime !== null || (row.leaseOwner !== null && isAbandoned(row, now)));

/** Refuses while another import or undo is at work. */
export async function requireNoOther(db: Database, now: Date, ownId = 0): Promise<void> {
  const rows = await db
    .select()
    .from(imports)
    .where(and(inArray(imports.state, ["RUNNING", "UNDOING"]), ne(imports.id, ownId)));
  const other = rows.find((row) => !isAbandoned(row, now));
  if (!other) return;
  const what = other.state === "UNDOING" ? "is being undone" : "is running";
  throw new AppError(
    "conflict",
    `Import ${other.id} (${other.kind}, ${other.sourceName}) ${what} since ${(other.startTime ?? other.createTime).toISOString()}. Wait until it has ended, or cancel it.`,
    { reason: "import_running" },
  );
}

/** The columns of a lease of this process. */
export const leaseOf = (owner: string, now: Date) => ({
  leaseOwner: owner,
  leaseUntil: new Date(now.getTime() + LEASE_MS),
  machine: thisMachine(),
  processId: process.pid,
  processStart: startOf(process.pid),
});

/** Somebody else works on it, or it was ended from elsewhere. */
export class LeaseLost extends Error {
  constructor() {
    super("Another process has taken this import over.");
  }
}

/** Renews a lease in the transaction of a batch; tells whether somebody wants the import to end. */
export async function renewLease(
  db: Database,
  importId: number,
  owner: string,
  now: Date,
  progress: Pick<StepResult, "progressDone" | "counts"> = {},
): Promise<{ cancelWanted: boolean }> {
  const [row] = await db
    .update(imports)
    .set({ leaseUntil: new Date(now.getTime() + LEASE_MS), ...progress })
    .where(and(eq(imports.id, importId), eq(imports.leaseOwner, owner)))
    .returning({ cancelWanted: imports.cancelWanted });
  if (!row) throw new LeaseLost();
  return row;
}
