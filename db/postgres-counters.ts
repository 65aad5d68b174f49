import type { Pool } from "pg";
import type { Counters } from "../lib/core/counters";

type Row = { name: string; state: unknown };

/**
 * Counters in the table `counters`. They wait for nobody but for users of the same names, and not for the disk: what a
 * power cut takes away is some seconds of counting.
 */
export const postgresCounters = (pool: Pool): Counters => ({
  async change(names, work) {
    // All servers lock them in the same order.
    const sorted = [...new Set(names)].sort();
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      await client.query("begin");
      await client.query(
        "select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(hashtextextended(name, 1)) from unnest($1::text[]) as name",
        [sorted],
      );
      const { rows } = await client.query<Row>(
        "select name, state from counters where name = any($1) and expire_time > now()",
        [sorted],
      );
      const clock = await client.query<{ now: Date }>("select clock_timestamp() as now");
      const now = clock.rows[0]?.now.getTime() ?? 0;
      const { answer, changed } = work(new Map(rows.map(({ name, state }) => [name, state])), now);
      const [kept, forgotten]: [string[][], string[]] = [[[], [], []], []];
      for (const [name, counted] of changed)
        if (counted === null) forgotten.push(name);
        else
          [name, JSON.stringify(counted.state), new Date(counted.until).toISOString()].forEach((value, i) =>
            kept[i]?.push(value),
          );
      if (forgotten.length > 0) await client.query("delete from counters where name = any($1)", [forgotten]);
      if (changed.size > forgotten.length)
        await client.query(
          "insert into counters (name, state, expire_time) select * from unnest($1::text[], $2::jsonb[], $3::timestamptz[]) on conflict (name) do update set state = excluded.state, expire_time = excluded.expire_time",
          kept,
        );
      await client.query("commit");
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
