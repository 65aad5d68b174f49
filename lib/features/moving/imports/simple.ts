import type { Database } from "../../../../db";
import type { Context } from "../../../core/operation";
import { withExported } from "./exported";
import { columnsOfChange } from "./fields";
import { hadWarnings, type Noted } from "./memory";
import type { ForeignRecord } from "../records";
import type { Run } from "./run";
import type { Plan } from "./plan";

type Times = { createTime: Date; updateTime: Date; id?: number | undefined };
/** Where records of one kind are stored; what a feature gives for imports. */
type Store = {
  insert(db: Database, values: never, times: Times): Promise<number>;
  read(db: Database, id: number): Promise<{ id: number; updateTime: Date } | null>;
  set(db: Database, id: number, columns: never): Promise<void>;
};

export type Simple = {
  store: Store;
  title: string;
  createTime: Date | null;
  /** The columns that the record asks for, with what is to be said of it; a refusal is thrown. */
  values: (context: Context, warnings: string[]) => Promise<Record<string, unknown>>;
  /** A record here that it is, and which is never changed. */
  find?: (context: Context) => Promise<number | null>;
  /** The bound of how many there are: whether there can be a further one, and what is said where there cannot. */
  bound?: { hasRoom: (db: Database) => Promise<boolean>; said: string };
  /** The number that a new one gets, where it is kept. */
  id?: (context: Context) => Promise<number | undefined>;
  /** What else is done with one that was made. */
  made?: (context: Context, id: number) => Promise<void>;
  cacheKeys: (id: number, isNew: boolean) => string[];
  /** Columns of a change that stay as they are here. */
  kept?: readonly string[];
};

/** Of some columns, those that show files of this site. */
const showingFiles = (columns: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns).filter(([, value]) => typeof value === "string" && value.includes("/uploads/")),
  );

/** Takes in a record that is one row: finds, makes or changes it. */
export function planSimple(run: Run, record: ForeignRecord, simple: Simple): Plan {
  const { store, title, find, cacheKeys } = simple;
  const { kind, source } = record;
  const hash = run.hashOf(record);
  const base = { kind, source, title };

  return async (context) => {
    const { db } = context;
    const { dryRun, id: importId, startTime } = run.facts;
    const known = await run.recall(db, kind, source);
    const finish = async (noted: Omit<Noted, "kind" | "source" | "title">, more: Parameters<Run["note"]>[2] = {}) =>
      run.note(context, { ...base, ...noted }, { oldAddresses: record.oldAddresses, ...more });
    const memory = (id: number, updateTime: Date | null, madeBy: number | null, values: object = {}) => ({
      memory: {
        hash,
        given: values as Record<string, unknown>,
        recordKind: kind,
        recordId: id,
        mark: updateTime?.toISOString() ?? "",
        madeBy,
      },
    });

    if (known) {
      const there = await store.read(db, known.recordId);
      if (!there) {
        await finish({
          outcome: "skipped",
          reason: "it was deleted here since; it is not brought back",
          recordId: null,
          warnings: record.warnings,
        });
        return { id: null, cacheKeys: [] };
      }
      const leave = async () => {
        await finish({ outcome: "unchanged", recordId: known.recordId, warnings: [] });
        return { id: known.recordId, cacheKeys: [] };
      };
      const isSame = known.hash === hash || known.madeBy === null;
      // Files that were missing may be found by now; what somebody has changed here since is theirs.
      const mayGain = known.madeBy !== null && known.mark === there.updateTime.toISOString();
      if (isSame && !(mayGain && (await hadWarnings(db, known)))) return leave();
      const warnings = [...record.warnings];
      const { values } = await withExported(run, context, record, await simple.values(context, warnings), warnings);
      const changed = columnsOfChange(known.given, values, simple.kept ?? []);
      const columns = isSame ? showingFiles(changed) : changed;
      if (isSame && Object.keys(columns).length === 0) return leave();
      if (known.mark !== there.updateTime.toISOString())
        warnings.push("it was changed here since; what changed at the source was taken over");
      const updateTime = new Date(Math.max(context.now.getTime(), there.updateTime.getTime() + 1));
      if (!dryRun) await store.set(db, known.recordId, { ...columns, updateTime } as never);
      const before = Object.fromEntries(
        Object.keys(columns).map((name) => [name, (there as Record<string, unknown>)[name]]),
      );
      await finish(
        {
          outcome: "updated" as const,
          recordId: known.recordId,
          warnings,
          replaced: {
            columns: {
              ...before,
              updateTime: there.updateTime,
            },
            memory: {
              hash: known.hash,
              given: known.given,
              mark: known.mark,
              writtenBy: known.writtenBy,
            },
          },
        },
        memory(known.recordId, updateTime, known.madeBy, values),
      );
      return { id: known.recordId, cacheKeys: dryRun ? [] : cacheKeys(known.recordId, false) };
    }

    const keptId = await (simple.id?.(context) ?? run.keptId(kind, source));
    // Where ids are kept the source alone says what is the same.
    const found = keptId !== undefined && kind !== "user" ? null : await find?.(context);
    if (found != null) {
      await finish({ outcome: "unchanged", recordId: found, warnings: [] }, memory(found, null, null));
      return { id: found, cacheKeys: [] };
    }
    if (simple.bound && !(await simple.bound.hasRoom(db))) {
      await finish({ outcome: "failed", reason: simple.bound.said, recordId: null, warnings: record.warnings });
      return { id: null, cacheKeys: [] };
    }
    const warnings = [...record.warnings];
    const { values, dates } = await withExported(
      run,
      context,
      record,
      await simple.values(context, warnings),
      warnings,
    );
    const createTime = dates.createTime ?? simple.createTime ?? startTime;
    const times = { createTime, updateTime: dates.updateTime ?? createTime, id: keptId };
    const id = dryRun ? run.nextId() : await store.insert(db, values as never, times);
    await simple.made?.(context, id);
    await finish(
      { outcome: "imported", recordId: id, isMade: true, warnings },
      memory(id, times.updateTime, importId, values),
    );
    return { id, cacheKeys: dryRun ? [] : cacheKeys(id, true) };
  };
}
