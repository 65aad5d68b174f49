import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { Actor } from "../../../core/access";
import { AppError } from "../../../core/errors";
import { engine } from "../../../core/operation";
import { addressesOf } from "../addresses/present";
import { authorFor } from "../authors";
import type { ImportKind } from "../records";
import { type OpenSource, SourceEnd } from "../reading";
import { openInChild } from "../sources/child";
import { Batches } from "./batches";
import { claimImport, describeImport, noteRemains } from "./claiming";
import type { Control } from "./control";
import { type Group, groupsOf, recordsIn, sizeOf } from "./groups";
import { beating, requireFewInterruptions, untilAborted } from "./keeping-alive";
import { LeaseLost } from "./lease";
import { OldSite } from "./old-site";
import { emptyKinds } from "./numbers";
import { measure, originOf, readingOf } from "./opening";
import { relink } from "./relinking";
import { findImport, kindsOf, reportOf, shownChoices } from "./rows";
import { Run } from "./run";
import type { ImportChoices, ImportReport } from "./schema";
import { requireSent } from "./sent-files";
import { endImport } from "./steps";
import { undo } from "./undoing";
import { Writer } from "./writer";

/** Records and bytes of a batch. */
const [MOST_RECORDS, MOST_BYTES] = [100, 2 * 1024 ** 2];

const openSource = (kind: ImportKind, choices: ImportChoices, signal?: AbortSignal): Promise<OpenSource> =>
  openInChild(kind, readingOf(choices), { name: choices.name ?? basename(choices.path), signal });

/** Reads the whole source and writes it, batch by batch. Returns whether it came to its end. */
async function writeAll(run: Run, writer: Writer, site: OldSite, { signal, onProgress }: Control): Promise<boolean> {
  const { source } = run.facts;
  const batches = new Batches(run, writer, site);
  let [groups, records, size]: [Group[], number, number] = [[], 0, 0];
  const flush = async () => {
    const isWhole = await batches.write(groups, signal);
    [groups, records, size] = [[], 0, 0];
    onProgress?.(batches.done, source.total);
    return isWhole;
  };
  try {
    for await (const group of groupsOf(source)) {
      groups.push(group);
      records += recordsIn(group).length;
      size += sizeOf(group);
      if (records < MOST_RECORDS && size < MOST_BYTES) continue;
      if (!(await flush()) || signal?.aborted || writer.isCancelled) return false;
    }
    return await flush();
  } catch (error) {
    // What was whole is taken in.
    if (error instanceof SourceEnd) await flush();
    throw error;
  } finally {
    batches.close();
  }
}

/** The first line: a fault of the program in the child that reads has its stack below. */
const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";

/** Runs an import to its end, or takes it back; what stopped it is noted with it. Answers how it ended. */
export async function workOff(
  actor: Actor,
  importId: number,
  control: Control = {},
): Promise<Pick<ImportReport, "state" | "error">> {
  const owner = randomUUID();
  const { state, interruptions } = await claimImport(actor, { importId, owner });
  const beats = beating(actor, importId, owner);
  const signal = AbortSignal.any([beats.signal, ...(control.signal ? [control.signal] : [])]);
  try {
    requireFewInterruptions(interruptions);
    const work = state === "UNDOING" ? undo : writeImport;
    const ended = await untilAborted<"DONE" | "UNDONE" | null>(
      signal,
      work(actor, importId, owner, { ...control, signal }),
    );
    const lost = beats.lost();
    if (lost) throw lost;
    const stopped = control.signal?.aborted === true && (await control.goesOnLater?.()) === true;
    await endImport(actor, { importId, owner, error: null, state: ended ?? (stopped ? "WAITING" : "CANCELLED") });
  } catch (error) {
    if (error instanceof LeaseLost || beats.lost()) throw error;
    await endImport(actor, { importId, owner, state: "FAILED", error: wordsOf(error) });
    if (!(error instanceof AppError) && !(error instanceof SourceEnd)) throw error;
  } finally {
    beats.stop();
  }
  return findImport(engine().reader, importId);
}

/** The same, with its whole report. */
export async function runImport(actor: Actor, importId: number, control: Control = {}): Promise<ImportReport> {
  await workOff(actor, importId, control);
  return reportOf(engine().reader, await findImport(engine().reader, importId));
}

/** The state that an import has come to; null where it was stopped. */
async function writeImport(actor: Actor, importId: number, owner: string, control: Control): Promise<"DONE" | null> {
  const row = await findImport(engine().reader, importId);
  const choices = row.choices as ImportChoices;
  if (control.sentOnly) requireSent(choices);
  const measured = await measure(choices.path);
  const source = await (control.open ?? openSource)(row.kind, choices, control.signal);
  try {
    const origin = originOf(row.kind, source, choices.path, measured.sha256);
    await describeImport(actor, {
      importId,
      owner,
      origin,
      sourceSize: measured.size,
      sourceSha256: measured.sha256,
      site: source.site,
      sourceVersion: source.version,
      progressTotal: source.total,
    });
    const described = await findImport(engine().reader, importId);
    const run = new Run({
      id: importId,
      kind: row.kind,
      origin,
      dryRun: row.dryRun,
      actor,
      choices,
      source,
      author: {
        id: row.authorId ?? 0,
        username: row.author,
      },
      emptyKinds: described.emptyKinds,
      startTime: row.startTime ?? row.createTime,
    });
    if (control.signal?.aborted) return null;
    const writer = new Writer(run, owner);
    const site = new OldSite(source);
    const remains = () =>
      noteRemains(actor, {
        importId,
        owner,
        left: source.left(),
        suggestions: source.suggestions(),
        made: {
          tags: [...run.made.tags],
          categories: [...run.made.categories],
          users: [...run.made.users],
        },
      });
    try {
      if (!(await writeAll(run, writer, site, control))) return null;
      if (!row.dryRun && !(await relink(run, writer, site, control))) return null;
      return "DONE";
    } finally {
      await remains();
    }
  } finally {
    await source.media?.close();
    await source.close();
  }
}

/** Makes the report of an import that writes nothing, not even that it took place. */
export async function tryImport(
  actor: Actor,
  kind: ImportKind,
  choices: ImportChoices,
  control: Control = {},
): Promise<ImportReport> {
  const { reader } = engine();
  const author = await authorFor(reader, choices);
  const startTime = new Date();
  const measured = await measure(choices.path);
  const source = await (control.open ?? openSource)(kind, choices, control.signal);
  try {
    const run = new Run({
      id: null,
      kind,
      origin: originOf(kind, source, choices.path, measured.sha256),
      dryRun: true,
      actor,
      author,
      choices,
      source,
      emptyKinds: await emptyKinds(reader),
      startTime,
    });
    let done = 0;
    const onProgress: Control["onProgress"] = (...at) => {
      [done] = at;
      control.onProgress?.(...at);
    };
    const watched = { ...control, onProgress };
    let [state, error]: [ImportReport["state"], string | null] = ["DONE", null];
    try {
      const work = writeAll(run, new Writer(run, ""), new OldSite(source), watched);
      if (!(await (control.signal ? untilAborted(control.signal, work) : work))) state = "CANCELLED";
    } catch (thrown) {
      if (!(thrown instanceof SourceEnd)) throw thrown;
      [state, error] = ["FAILED", thrown.message];
    }
    const { all = {}, ...counts } = run.tally.counts;
    const records = run.tally.records();
    const here = await addressesOf(
      reader,
      records.flatMap(({ kind: of, recordId }) =>
        recordId !== null && recordId > 0 ? [{ kind: of, id: recordId }] : [],
      ),
    );
    return {
      id: null,
      kind,
      state,
      dryRun: true,
      resumed: false,
      author: author.username,
      source: {
        name: basename(choices.path),
        size: measured.size,
        sha256: measured.sha256,
        site: source.site,
        version: source.version,
      },
      createTime: startTime,
      startTime,
      endTime: new Date(),
      progressDone: state === "CANCELLED" ? done : source.total,
      progressTotal: source.total,
      summary: all as ImportReport["summary"],
      error,
      jobId: null,
      stopped: false,
      kinds: kindsOf(counts),
      choices: shownChoices(choices),
      left: source.left(),
      redirects: run.tally.redirects,
      suggestions: source.suggestions(),
      kept: [],
      made: {
        tags: [...run.made.tags],
        categories: [...run.made.categories],
        users: [...run.made.users],
      },
      records: records.map(({ kind: of, source: from, outcome, reason, recordId, title, warnings, url }) => ({
        kind: of as ImportReport["records"][number]["kind"],
        source: from,
        outcome,
        reason: reason ?? null,
        id: recordId !== null && recordId > 0 ? recordId : null,
        title,
        url: url ?? here.get(`${of}:${recordId}`) ?? null,
        warnings,
      })),
      recordsLeftOut: run.tally.leftOut,
    };
  } finally {
    await source.media?.close();
    await source.close();
  }
}
