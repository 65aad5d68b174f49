import { escapeLiteral, type Pool, type PoolClient, type QueryResult } from "pg";
import type { Counted, Counters } from "../lib/core/counters";
import { codeOf } from "../lib/core/errors";

/**
 * The most changes that are made in one transaction: enough that a crowd's are worked off in a second, and so few that
 * those of them who go on afterwards do not fill the readers' connections.
 */
const TOGETHER = 16;

/**
 * Milliseconds after which a server that hangs in the middle of counting loses the counters: all others wait for those,
 * and soon for nothing else.
 */
const MOST_IDLE_MS = 2_000;

type Row = { name: string; state: unknown };
type States = ReadonlyMap<string, unknown>;

/** A change that waits: what it does with the counters' states, and how its caller learns what became of it. */
type Change = {
  names: readonly string[];
  work: (states: States, now: number) => Map<string, Counted | null>;
  done: () => void;
  failed: (error: unknown) => void;
  /** Whether it is made for the second time. */
  isAgain?: boolean;
};

const list = (values: readonly string[], type: string) => `array[${values.map(escapeLiteral).join(", ")}]::${type}[]`;

async function found(client: PoolClient, names: string): Promise<{ states: Map<string, unknown>; now: number }> {
  const [, , rows, clock] = (await client.query(
    [
      "begin",
      `select set_config('synchronous_commit', 'off', true), set_config('idle_in_transaction_session_timeout', '${MOST_IDLE_MS}', true), pg_advisory_xact_lock(hashtextextended(name, 1)) from unnest(${names}) as name`,
      `select name, state from counters where name = any(${names}) and expire_time > now()`,
      "select clock_timestamp() as now",
    ].join("; "),
  )) as unknown as [QueryResult, QueryResult, QueryResult<Row>, QueryResult<{ now: Date }>];
  return {
    states: new Map(rows.rows.map(({ name, state }) => [name, state])),
    now: clock.rows[0]?.now.getTime() ?? 0,
  };
}

async function store(client: PoolClient, changed: ReadonlyMap<string, Counted | null>): Promise<void> {
  const kept = [...changed].flatMap(([name, counted]) => (counted ? [{ name, ...counted }] : []));
  const forgotten = [...changed.keys()].filter((name) => changed.get(name) === null);
  const written = [
    list(
      kept.map(({ name }) => name),
      "text",
    ),
    list(
      kept.map(({ state }) => JSON.stringify(state)),
      "jsonb",
    ),
    list(
      kept.map(({ until }) => new Date(until).toISOString()),
      "timestamptz",
    ),
  ];
  await client.query(
    [
      ...(forgotten.length > 0 ? [`delete from counters where name = any(${list(forgotten, "text")})`] : []),
      ...(kept.length > 0
        ? [
            `insert into counters (name, state, expire_time) select * from unnest(${written.join(", ")}) on conflict (name) do update set state = excluded.state, expire_time = excluded.expire_time`,
          ]
        : []),
      "commit",
    ].join("; "),
  );
}

const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** What PostgreSQL says to a connection that it ends since nothing came in the middle of a transaction. */
const STOOD_STILL = "25P03";

/**
 * Makes changes one after the other in one transaction. One that throws changes nothing, and keeps no other from it. Returns
 * those to be made again: this machine stood still, so that the database has given them up.
 */
async function changeTogether(client: PoolClient, changes: readonly Change[]): Promise<Change[]> {
  let failure: Error | undefined;
  const database = { gaveUp: false };
  const giveUp = (error: unknown) => (database.gaveUp ||= codeOf(error) === STOOD_STILL);
  client.on("error", giveUp);
  const tell: (() => void)[] = [];
  try {
    // All servers lock them in the same order.
    const names = [...new Set(changes.flatMap((change) => change.names))].sort();
    const { states, now } = await found(client, list(names, "text"));
    const changed = new Map<string, Counted | null>();
    for (const { names: own, work, done, failed } of changes)
      try {
        // Each gets copies: what it does to them counts only if it returns them.
        const given = own.filter((name) => states.has(name)).map((name) => [name, structuredClone(states.get(name))]);
        for (const [name, counted] of work(new Map(given as [string, unknown][]), now)) {
          changed.set(name, counted);
          if (counted && counted.until > now) states.set(name, counted.state);
          else states.delete(name);
        }
        tell.push(done);
      } catch (error) {
        tell.push(() => failed(error));
      }
    await store(client, changed);
  } catch (error) {
    failure = errorOf(error);
    giveUp(error);
  } finally {
    client.off("error", giveUp);
    // A connection in the middle of something is not used again.
    client.release(failure);
  }
  if (!failure) for (const each of tell) each();
  const again = database.gaveUp ? changes.filter(({ isAgain }) => isAgain !== true) : [];
  for (const change of changes) if (failure && !again.includes(change)) change.failed(failure);
  return again.map((change) => ({ ...change, isAgain: true }));
}

/**
 * Counters in the table `counters`. They wait for nobody but for users of the same names, and not for the disk: what a
 * power cut takes away is some seconds of counting. A change asks the database twice, and each answer waits for a turn
 * of the event loop, which is long while thousands ask for something. So those that wait for a connection are changed
 * together.
 */
export function postgresCounters(pool: Pool): Counters {
  const waiting: Change[] = [];
  let running = 0;

  async function workOff(): Promise<void> {
    running += 1;
    while (waiting.length > 0) {
      const client = await pool.connect().catch(errorOf);
      // Not before: those that come while a connection is waited for are changed together.
      const changes = waiting.splice(0, TOGETHER);
      if (client instanceof Error) for (const { failed } of changes) failed(client);
      else if (changes.length > 0) waiting.push(...(await changeTogether(client, changes)));
      else client.release();
    }
    running -= 1;
  }

  return {
    // While some are changed on each connection, the next ones gather.
    atOnce: pool.options.max * TOGETHER,
    change: (names, work) =>
      new Promise((resolve, reject) => {
        let answer: ReturnType<typeof work>["answer"];
        waiting.push({
          names,
          work: (states, now) => {
            const { answer: given, changed } = work(states, now);
            answer = given;
            return changed;
          },
          done: () => resolve(answer),
          failed: reject,
        });
        if (running < pool.options.max) void workOff();
      }),
  };
}
