import { constants, setPriority } from "node:os";
import { endWithParent, serveTasks, type Telling } from "../../../services/workers/child";
import { AppError } from "../../../core/errors";
import type { ForeignRecord, ImportKind, Unread } from "../records";
import { type OpenSource, type ReadingChoices, SourceEnd } from "../reading";
import { bounded, weightOf } from "./bounding";
import { readerFor, recogniseSource } from "./recognise";
import type { ReadingAt, SomeRecords, SourceFacts } from "./schema";
import { MOST_LEFT, MOST_SUGGESTIONS } from "./schema";

/** What the child does; a source is opened once, and then read. */
export type ReadingTask =
  | { do: "recognise"; path: string; said: ImportKind | "auto" }
  | { do: "open"; kind: ImportKind; choices: ReadingChoices }
  | { do: "next" }
  | { do: "remains" }
  | { do: "find" | "read"; address: string }
  | { do: "piece"; file: number };

/** One answer holds so many records and characters, and takes so many milliseconds, unless a single record is more. */
const [MOST_RECORDS, MOST_CHARACTERS, LONGEST_MS] = [100, 1024 * 1024, 200];
/** Records beside comments: the server remembers which there were. */
const MOST_BESIDE_COMMENTS = 200_000;

type Some = ForeignRecord | Unread;

/** A source while it is read. */
class Reading {
  readonly #records: AsyncIterator<Some>;
  readonly #files = new Map<number, AsyncIterator<unknown>>();
  #lastFile = 0;
  #beside = 0;
  /** Why no more can be read; told when everything before was. */
  #failed: Error | undefined;

  constructor(readonly source: OpenSource) {
    this.#records = source.records()[Symbol.asyncIterator]();
  }

  async next(progress: (at: ReadingAt) => void): Promise<SomeRecords> {
    const some: SomeRecords = { records: [], isDone: false, end: null };
    if (this.#failed) throw this.#failed;
    const began = performance.now();
    for (let size = 0; some.records.length < MOST_RECORDS && size < MOST_CHARACTERS;) {
      try {
        const next: IteratorResult<Some, unknown> = await this.#records.next();
        if (next.done) return { ...some, isDone: true };
        const record = bounded(next.value);
        this.#count(record);
        some.records.push(record);
        size += weightOf(record);
        if (record.kind !== "comment")
          progress({ kind: record.kind, source: record.source, title: "title" in record ? record.title : "" });
      } catch (error) {
        if (error instanceof SourceEnd) {
          const { byte, lastRecord, more } = error;
          return { ...some, end: { byte, lastRecord, more } };
        }
        if (some.records.length === 0 || !(error instanceof Error)) throw error;
        this.#failed = error;
        break;
      }
      if (performance.now() - began > LONGEST_MS) break;
    }
    return some;
  }

  #count({ kind }: Some): void {
    if (kind !== "comment") this.#beside += 1;
    if (this.#beside > MOST_BESIDE_COMMENTS)
      throw new AppError(
        "too_large",
        `The source has more than ${MOST_BESIDE_COMMENTS} records beside comments. Export the old site in parts, and import each.`,
      );
  }

  async read(address: string): Promise<number> {
    const file = await this.source.media?.find(address);
    if (!file) throw new AppError("not_found", "The file is not there any more.");
    const number = (this.#lastFile += 1);
    this.#files.set(number, (await file.open())[Symbol.asyncIterator]());
    return number;
  }

  async piece(number: number): Promise<Uint8Array | null> {
    const next: IteratorResult<unknown> | undefined = await this.#files.get(number)?.next();
    if (next && !next.done) return next.value as Uint8Array;
    this.#files.delete(number);
    return null;
  }
}

const factsOf = ({ site, hosts, version, total, exportTime, media }: OpenSource): SourceFacts => ({
  site,
  hosts,
  version,
  total,
  exportTime,
  hasMedia: media !== null,
});

/** What was left out; beyond a bound it is counted together. */
function remainsOf(source: OpenSource) {
  const [left, rest] = [source.left().slice(0, MOST_LEFT - 1), source.left().slice(MOST_LEFT - 1)];
  const count = rest.reduce((sum, each) => sum + each.count, 0);
  const others = { what: "others", kind: null, count, why: "they are too many to be named" };
  return {
    left: [...left, ...(count > 0 ? [others] : [])].map((each) => ({ ...each, what: each.what.slice(0, 200) })),
    suggestions: source.suggestions().slice(0, MOST_SUGGESTIONS),
  };
}

let reading: Reading | undefined;

function opened(): Reading {
  if (!reading) throw new Error("No source is open.");
  return reading;
}

async function work(task: ReadingTask, { progress }: Telling<ReadingAt>): Promise<unknown> {
  switch (task.do) {
    case "recognise":
      return recogniseSource(task.path, task.said);
    case "open":
      reading = new Reading(await readerFor(task.kind).open(task.choices));
      return factsOf(reading.source);
    case "next":
      return opened().next(progress);
    case "remains":
      return remainsOf(opened().source);
    case "find": {
      const file = await opened().source.media?.find(task.address);
      return file ? { name: file.name, size: file.size } : null;
    }
    case "read":
      return opened().read(task.address);
    case "piece":
      return opened().piece(task.file);
  }
}

// Readers of the site have priority.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
endWithParent();
serveTasks(work);
// A terminal sends Ctrl-C to this process as well, but its parent decides what becomes of the source.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
