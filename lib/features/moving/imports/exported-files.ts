import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { AppError } from "../../../core/errors";
import { IncomingFile } from "../../../core/incoming-file";
import { readOption } from "../../../services/settings/reading";
import { incomingRoot } from "../../../services/files/storage";
import {
  attachmentById,
  attachmentIn,
  insertAttachment,
  keepFile,
  type KeptFile,
  placeFrom,
  removeKept,
} from "../../attachments/importing";
import type { AttachmentRecord } from "../records";
import { withExported } from "./exported";
import { received } from "./media";
import type { Noted } from "./memory";
import type { Run } from "./run";
import type { Plan } from "./plan";

/** Examines the file of a record like any upload, and puts it where its address says. */
async function bring(run: Run, record: AttachmentRecord): Promise<KeptFile | { missing: true }> {
  const { source, startTime } = run.facts;
  const place = placeFrom(record.exported?.columns ?? {});
  if (!place) throw new AppError("invalid", `its address "${record.address}" cannot be one of this site`);
  const file = await source.media?.find(encodeURI(record.address));
  if (!file) return { missing: true };
  await mkdir(incomingRoot(), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(incomingRoot(), `${process.pid}-`));
  try {
    const most = await readOption(run.reader(), "attachment_max_size");
    const { path, size, digest } = await received(join(folder, "sent"), Readable.from(await file.open()), most);
    const sent = new IncomingFile(path, file.name, size, digest);
    return await keepFile(sent, record.createTime ?? startTime, place);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Takes in an uploaded file of our own export, at the address that it had. */
export async function planExportedFile(run: Run, record: AttachmentRecord): Promise<Plan> {
  const { kind, source, name, oldAddresses } = record;
  const { dryRun, startTime, id: importId } = run.facts;
  const place = placeFrom(record.exported?.columns ?? {});
  const known = await run.recall(run.reader(), kind, source);
  const there = known
    ? await attachmentById(run.reader(), known.recordId)
    : place && (await attachmentIn(run.reader(), place.folder));
  const base = { kind, source, title: name || record.address, warnings: record.warnings };
  const leave =
    (noted: Pick<Noted, "outcome" | "recordId"> & { reason?: string }, more: Parameters<Run["note"]>[2] = {}): Plan =>
    async (context) => {
      await run.note(context, { ...base, ...noted }, more);
      return { id: noted.recordId, cacheKeys: [] };
    };
  if (known && !there)
    return leave({ outcome: "skipped", reason: "it was deleted here since; it is not brought back", recordId: null });
  const memory = (recordId: number, mark: Date, madeBy: number | null) => ({
    memory: {
      hash: run.hashOf(record),
      given: {},
      recordKind: kind,
      recordId,
      mark: mark.toISOString(),
      madeBy,
    },
  });
  if (there)
    return leave(
      { outcome: "unchanged", recordId: there.id },
      known ? {} : { ...memory(there.id, there.updateTime, null), oldAddresses },
    );
  if (dryRun) return leave({ outcome: "imported", recordId: run.nextId() });
  const kept = await bring(run, record);
  if ("missing" in kept) return leave({ outcome: "skipped", reason: "its file is not in the export", recordId: null });

  return async (context) => {
    const { values, dates } = await withExported(run, context, record, {}, base.warnings);
    // What its examination found is true of the file; the rest is as it was.
    const { folder: _folder, fileName: _name, version: _version, ...columns } = values;
    const createTime = dates.createTime ?? record.createTime ?? startTime;
    const updateTime = dates.updateTime ?? createTime;
    const words = { name: kept.name, team: "", altText: "", caption: "", uploaderId: null };
    const id = await insertAttachment(
      context.db,
      kept,
      { ...words, createTime, updateTime, id: run.keptId(kind, source) },
      columns,
    ).catch(async (error: unknown) => {
      await removeKept([kept.folder]);
      throw error;
    });
    await run.note(
      context,
      { ...base, outcome: "imported", recordId: id, isMade: true },
      { ...memory(id, updateTime, importId), oldAddresses },
    );
    return { id, cacheKeys: [] };
  };
}
