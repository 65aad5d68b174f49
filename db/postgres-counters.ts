import { escapeLiteral, type Pool, type QueryResult } from "pg";
import type { Counters } from "../lib/core/counters";

type Row = { name: string; state: unknown };

const list = (values: readonly string[], type: string) => `array[${values.map(escapeLiteral).join(", ")}]::${type}[]`;

/**
 * Counters in the table `counters`. They wait for nobody but for users of the same names, and not for the disk: what a
 * power cut takes away is some seconds of counting. A change asks the database twice, since each answer waits for a turn
 * of the event loop, which is long while thousands ask for something.
 */
export const postgresCounters = (pool: Pool): Counters => ({
  async change(names, work) {
    // All servers lock them in the same order.
    const sorted = list([...new Set(names)].sort(), "text");
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      const [, , found, clock] = (await client.query(
        [
          "begin",
          `select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(hashtextextended(name, 1)) from unnest(${sorted}) as name`,
          `select name, state from counters where name = any(${sorted}) and expire_time > now()`,
          "select clock_timestamp() as now",
        ].join("; "),
      )) as unknown as [QueryResult, QueryResult, QueryResult<Row>, QueryResult<{ now: Date }>];
      const now = clock.rows[0]?.now.getTime() ?? 0;
      const { answer, changed } = work(new Map(found.rows.map(({ name, state }) => [name, state])), now);
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
      return answer;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      // A connection in the middle of something is not used again.
      client.release(failure);
    }
  },
});
