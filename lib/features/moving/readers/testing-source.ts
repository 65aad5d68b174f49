import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ForeignRecord, RecordKind, TextRecord, Unread } from "../records";
import type { OpenSource, Reader, ReadingChoices } from "../reading";
import { choicesFor } from "./testing-reading";

const folders: string[] = [];
process.once("exit", () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A new folder, which is deleted when the tests end. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "broadsheet-reader-"));
  folders.push(folder);
  return folder;
}

/** A file with this content. */
export function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(freshFolder(), name);
  writeFileSync(path, content);
  return path;
}

export const opened = (reader: Reader, path: string, choices: Partial<ReadingChoices> = {}): Promise<OpenSource> =>
  reader.open(choicesFor(path, choices));

type OfKind<K extends RecordKind> = K extends "post" | "sheet" ? TextRecord : Extract<ForeignRecord, { kind: K }>;

/** All that a source gives. `ended` is what `records` threw. */
export async function everything(reader: Reader, path: string, choices: Partial<ReadingChoices> = {}) {
  const source = await opened(reader, path, choices);
  const all: (ForeignRecord | Unread)[] = [];
  let ended: unknown = null;
  try {
    for await (const record of source.records()) all.push(record);
  } catch (error) {
    ended = error;
  }
  await source.close();
  const unread = all.filter((each): each is Unread => "failed" in each || "skipped" in each);
  const records = all.filter((each): each is ForeignRecord => !("failed" in each || "skipped" in each));
  const left = source.left();
  return {
    source,
    all,
    ended,
    unread,
    left,
    of: <K extends RecordKind>(kind: K) => records.filter((each) => each.kind === kind) as OfKind<K>[],
    /** Given records of a kind and those that are left. */
    counted: (kind: RecordKind) =>
      all.filter((each) => each.kind === kind).length +
      left.filter((each) => each.kind === kind).reduce((sum, { count }) => sum + count, 0),
    text: (id: string) => {
      const found = records.find((each) => (each.kind === "post" || each.kind === "sheet") && each.source === id);
      if (found?.kind !== "post" && found?.kind !== "sheet") throw new Error(`there is no text ${id}`);
      return found;
    },
  };
}
