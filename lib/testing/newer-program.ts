import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Engine = "sqlite" | "postgres";
type Journal = { entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[] };

/** A checkout of a later version: the same migrations and one more, of these statements. */
export function newerProgram(statements: readonly string[], engine: Engine = "sqlite"): string {
  const checkout = mkdtempSync(join(process.env.BROADSHEET_TEST_FOLDER ?? tmpdir(), "newer-"));
  const folder = join(checkout, "db", "migrations", engine);
  mkdirSync(join(checkout, "db", "migrations"), { recursive: true });
  cpSync(join(process.cwd(), "db", "migrations", engine), folder, { recursive: true });
  const file = join(folder, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as Journal;
  const latest = Math.max(...journal.entries.map(({ when }) => when));
  journal.entries.push({
    idx: journal.entries.length,
    version: "6",
    when: latest + 1000,
    tag: "9999_later",
    breakpoints: true,
  });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(folder, "9999_later.sql"), statements.join("\n--> statement-breakpoint\n"));
  return checkout;
}
