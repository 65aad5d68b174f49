import { z } from "zod";
import type { Database } from "../../db";
import { type Ability, type Actor, authorize, isOfContent, isSystem, type OperationKind } from "./access";
import { type AsRead, requireAsRead } from "./as-read";
import { changePace, ownLines } from "./change-pace";
import { noteFailure } from "./damage";
import { AppError, type ErrorCode, hasLostConnection, invalidInput } from "./errors";
import { type Counters, fairly } from "./counters";
import { type DomainEvent, publish } from "./events";
import { holdingWritersPlace } from "./held-turns";
import { untilWon } from "./races";
import { requireRoomForRows } from "./room";
import { shared } from "./shared";
import { type CacheKey, forgetAnswers, noteCutOff, notePersonal, noteReads, noteRun } from "./cache-keys";
import { writersTurn } from "./writers-turn";

export type Context = { actor: Actor; db: Database; now: Date };

/**
 * `isRedone`: whoever asked for the transaction repeats it if a power cut undoes it, so its commit need not wait for
 * the disk. The end of the process alone undoes nothing, and the next commit that waits for the disk makes this one
 * lasting, too.
 */
export type Durability = { isRedone?: boolean };

/** The runner's view of storage; `db/index.ts` provides it. */
export type Engine = {
  /** A read-only connection. */
  reader: Database;
  /**
   * Runs `work` in the one write transaction; the result of `entry` becomes its row of the audit log, unless it is
   * silent. Throws `Raced` where the database asks to run it again.
   */
  transaction<T>(
    work: (db: Database) => Promise<T>,
    entry: (result: T) => DomainEvent | null,
    how?: Durability,
  ): Promise<T>;
  /** Reads one moment of the database, on a connection of its own: what commits meanwhile is not seen. */
  snapshot<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Undefined where one process serves the site, which counts in memory. */
  counters?: Counters;
};

const seat = shared<{ engine: Engine | null }>("engine", () => ({ engine: null }));
export const installEngine = (opened: Engine | null): void => void (seat.engine = opened);

/** The open storage of this process. */
export function engine(): Engine {
  if (!seat.engine) throw new Error("The database is not open.");
  return seat.engine;
}

/** The counters that servers share, where several may serve the site. */
export const sharedCounters = (): Counters | undefined => seat.engine?.counters && fairly(seat.engine.counters);

/** Parts of the API's document that neither the kind of line nor the schemas give. */
type Description<I extends z.ZodType> = {
  /** What is particular to it, in sentences. */
  summary?: string | undefined;
  /** A sample input; the names in the line's path are left out of the shown body. */
  example?: z.input<I> | undefined;
  /** Codes that callers of such a line do not expect. */
  refusals?: readonly ErrorCode[] | undefined;
};

type Contract<I extends z.ZodType, O extends z.ZodType> = Description<I> & { can: Ability; input: I; output: O };
type Run<I, O, P> = (context: Context, input: I, prepared: P) => Promise<O>;

/** Stores more in the transaction of a mutation, once its answer is known. */
export type Beside<T> = (db: Database, output: T) => Promise<void>;

export type Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  (actor: Actor, input: z.input<I>, beside?: Beside<z.output<O>>, asRead?: AsRead): Promise<z.output<O>>;
  title: string;
  kind: OperationKind;
  /** Whether what a stranger is answered may be kept; of queries only. */
  isKept?: boolean;
  /** Whether it goes on when the disk is almost full; of mutations only. */
  whenFull?: boolean;
} & Contract<I, O>;

/** A query; `within` asks it inside another operation, which has checked who asks. */
type Query<I extends z.ZodType, O extends z.ZodType> = Operation<I, O> & {
  within: (context: Context, input: z.output<I>) => Promise<z.output<O>>;
};

/** What is known of an operation without calling it. */
function contractOf<I extends z.ZodType, O extends z.ZodType>(
  title: string,
  kind: OperationKind,
  { can, input, output, summary, example, refusals }: Contract<I, O>,
) {
  return { title, kind, can, input, output, summary, example, refusals };
}

function parseInput<I extends z.ZodType>(schema: I, input: unknown): z.output<I> {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}

function parseOutput<O extends z.ZodType>(title: string, schema: O, output: unknown): z.output<O> {
  const parsed = schema.safeParse(output);
  if (parsed.success) return parsed.data;
  throw new AppError("internal", "The answer did not match its description.", {
    cause: new Error(title, { cause: parsed.error }),
  });
}

/** Runs the one write transaction in its caller's turn. */
const inTransaction: <T>(
  actor: Actor,
  work: (db: Database) => Promise<T>,
  entry: (result: T) => DomainEvent | null,
  how?: Durability,
) => Promise<T> = (actor, ...transaction) =>
  writersTurn.get()(actor, () => holdingWritersPlace(() => engine().transaction(...transaction)));

/** Notes a failure that concerns more than its operation. */
function failed(error: unknown): void {
  noteFailure(error);
  if (hasLostConnection(error)) noteCutOff();
}

/**
 * A read: role gate → strict parse → `run` on a read connection → output schema. `reads` names the cache keys of its
 * answer; a failed read passes `null`. Without `reads` nothing is kept that was made with the answer.
 */
export function query<I extends z.ZodType, O extends z.ZodType>(
  title: string,
  spec: Contract<I, O> & {
    reads?: (input: z.output<I>, output: z.output<O> | null) => CacheKey[];
    run: Run<z.output<I>, z.input<O>, undefined>;
  },
): Query<I, O> {
  const within = async (context: Context, input: z.output<I>) =>
    parseOutput(title, spec.output, await spec.run(context, input, undefined));
  const operation = async (actor: Actor, raw: z.input<I>) => {
    noteRun();
    authorize(actor, spec.can, "query");
    const input = parseInput(spec.input, raw);
    let output: z.output<O> | null = null;
    try {
      output = await within({ actor, db: engine().reader, now: new Date() }, input);
      return output;
    } catch (error) {
      failed(error);
      throw error;
    } finally {
      if (spec.reads) noteReads(spec.reads(input, output));
      else notePersonal();
    }
  };
  return Object.assign(operation, contractOf(title, "query", spec), { isKept: spec.reads !== undefined, within });
}

/**
 * Steps of several operations, without a transaction of its own: role gate → strict parse → `run` → output schema.
 * Anything beside the answer is stored after it.
 */
export function procedure<I extends z.ZodType, O extends z.ZodType>(
  title: string,
  spec: Contract<I, O> & {
    /** A further condition, checked before the input is parsed. */
    gate?: (actor: Actor) => Promise<void>;
    run: (context: Omit<Context, "db">, input: z.output<I>) => Promise<z.input<O>>;
  },
): Operation<I, O> {
  const operation = async (actor: Actor, raw: z.input<I>, beside?: Beside<z.output<O>>) => {
    noteRun();
    authorize(actor, spec.can, "procedure");
    await spec.gate?.(actor);
    const input = parseInput(spec.input, raw);
    const output = parseOutput(title, spec.output, await spec.run({ actor, now: new Date() }, input));
    if (beside)
      await untilWon(() =>
        inTransaction(
          actor,
          (db) => beside(db, output),
          () => null,
        ),
      );
    return output;
  };
  return Object.assign(operation, contractOf(title, "procedure", spec));
}

/**
 * A write: role gate → room on the disk → strict parse → `prepare` (slow work, outside the transaction) → `run` in one transaction
 * together with its audit row → output schema → touched cache keys dropped. A `run` that throws `Raced` is prepared and
 * run again. `silent` leaves out the audit row (autosaves, counters).
 */
export function mutation<I extends z.ZodType, O extends z.ZodType, P = undefined>(
  title: string,
  spec: Contract<I, O> & {
    touches: (input: z.output<I>, output: z.output<O>, prepared: P) => CacheKey[];
    /** The changed record and a line for the audit log. */
    about?: (input: z.output<I>, output: z.output<O>) => { subject: string; summary: string };
    /** A further condition, checked before the input is parsed. */
    gate?: (actor: Actor) => Promise<void>;
    silent?: boolean | ((input: z.output<I>) => boolean);
    /** Whether something else bounds how often strangers and readers can do it: what stands in the audit log stays there. */
    isBounded?: boolean;
    /** The sort of what anybody can do all day: the first ones of a day have their lines in the audit log, others are counted. */
    counted?: string | ((input: z.output<I>) => string);
    /** Whether its commit need not wait for the disk (`Durability`). */
    isRedone?: (input: z.output<I>) => boolean;
    /** Of content: goes on when the disk is almost full, since it frees some of it. */
    whenFull?: boolean;
    /** Slow work before the transaction; after a lost race it gets the result of the last attempt. */
    prepare?: (input: z.output<I>, actor: Actor, last?: P) => Promise<P>;
    /** The record as it is before the change, for callers who name what they read of it (`lib/core/as-read.ts`). */
    reread?: (context: Context, input: z.output<I>) => Promise<AsRead>;
    run: Run<z.output<I>, z.input<O>, P>;
    /** Runs after commit or rollback, e.g. to delete files. */
    cleanUp?: (prepared: P, committed: boolean) => Promise<void>;
  },
): Operation<I, O> {
  const whenFull = spec.whenFull ?? !isOfContent(spec.can);
  const operation = async (actor: Actor, raw: z.input<I>, beside?: Beside<z.output<O>>, asRead?: AsRead) => {
    noteRun();
    if (asRead && !spec.reread) throw new AppError("malformed", "This change does not compare what was read.");
    authorize(actor, spec.can, "mutation");
    await spec.gate?.(actor);
    // The program's own work, such as emptying the recycle bin, goes on as well.
    if (!whenFull && !isSystem(actor)) requireRoomForRows();
    const input = parseInput(spec.input, raw);
    const isQuiet = typeof spec.silent === "function" ? spec.silent(input) : spec.silent === true;
    const sort = typeof spec.counted === "function" ? spec.counted(input) : spec.counted;
    // At once, since PostgreSQL is asked twice for each.
    const hasRoom = isQuiet || spec.isBounded || changePace.get()(actor, spec.can);
    const [hasLine] = await Promise.all([isQuiet || sort === undefined || ownLines.get().take(actor, sort), hasRoom]);
    return untilWon<z.output<O>, P>(async (last, keep) => {
      const prepared = (await spec.prepare?.(input, actor, last)) as P;
      keep(prepared);
      let event: DomainEvent | undefined;
      let committed = false;
      try {
        const output = await inTransaction(
          actor,
          async (db) => {
            const context = { actor, db, now: new Date() };
            if (asRead && spec.reread) requireAsRead(asRead, await spec.reread(context, input), input as AsRead);
            const answer = parseOutput(title, spec.output, await spec.run(context, input, prepared));
            await beside?.(db, answer);
            return answer;
          },
          (result) => {
            const about = spec.about?.(input, result) ?? { subject: null, summary: "" };
            event = {
              operation: title,
              actorId: actor.id,
              actorName: actor.name,
              ...about,
              cacheKeys: spec.touches(input, result, prepared),
              ...((isQuiet || !hasLine) && { isSilent: true }),
            };
            return event;
          },
          { isRedone: spec.isRedone?.(input) ?? false },
        );
        committed = true;
        forgetAnswers();
        if (!hasLine && sort !== undefined) ownLines.get().count(actor, sort);
        if (event) publish(event);
        return output;
      } catch (error) {
        failed(error);
        throw error;
      } finally {
        await spec.cleanUp?.(prepared, committed);
      }
    });
  };
  return Object.assign(operation, contractOf(title, "mutation", spec), {
    whenFull,
    isTelling: spec.about !== undefined,
  });
}
