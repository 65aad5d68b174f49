import { createHash } from "node:crypto";
import { StorageError } from "../../lib/core/storage-error";
import type { Source, Target } from "./ends";
import { type CopiedTable, copiedTables, type Row } from "./tables";

export type CopyStep = "COPYING" | "COMPARING";
export type OnCopied = (step: CopyStep, table: string, rows: number, of: number) => void;
export type CopiedCount = { table: string; rows: number; checksum: string };

const WHOLE = 1n << 256n;

/**
 * The checksum of a table: the sum of its rows' SHA-256. The two engines give rows in different orders, which a sum does
 * not depend on.
 */
class Checksum {
  rows = 0;
  #sum = 0n;

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const digest = createHash("sha256").update(JSON.stringify(row)).digest("hex");
      this.#sum = (this.#sum + BigInt(`0x${digest}`)) % WHOLE;
    }
    this.rows += rows.length;
  }

  get value(): string {
    return this.#sum.toString(16).padStart(64, "0");
  }
}

/** Copies a table, and reads at the target what is there of it now. */
async function copyTable(
  source: Source,
  target: Target,
  table: CopiedTable,
  report: (step: CopyStep, rows: number) => void,
): Promise<CopiedCount> {
  const [sent, stored] = [new Checksum(), new Checksum()];
  for await (const rows of source.rows(table)) {
    await target.insert(table, rows);
    sent.add(rows);
    report("COPYING", rows.length);
  }
  if (table.number !== null) {
    const last = await source.lastNumber(table);
    if (last > 0) await target.continueAfter(table, last);
  }
  for await (const rows of target.rows(table)) {
    stored.add(rows);
    report("COMPARING", rows.length);
  }
  if (sent.value !== stored.value || sent.rows !== stored.rows)
    throw new StorageError(
      `The table ${table.name} is not the same at the target (${stored.rows} of ${sent.rows} rows, checksum ${stored.value} instead of ${sent.value}). Nothing was copied. Report this.`,
    );
  return { table: table.name, rows: sent.rows, checksum: sent.value };
}

/** Copies every table, all or none, and closes both ends. Answers the checksums, which are those of both. */
export async function copyDatabase(
  source: Source,
  target: Target,
  onCopied: OnCopied = () => undefined,
): Promise<CopiedCount[]> {
  const copied: CopiedCount[] = [];
  for (const table of copiedTables()) {
    const of = await source.count(table);
    const done = { COPYING: 0, COMPARING: 0 };
    copied.push(
      await copyTable(source, target, table, (step, rows) => {
        done[step] += rows;
        onCopied(step, table.name, done[step], of);
      }),
    );
  }
  await target.commit();
  return copied;
}
