import type { Client } from "pg";
import { folderName } from "./folder-name";
import { changedSince, comesBack, credentials, leftSince, mailedSince, openJobs } from "./credentials";
import { column, inTransaction, onConnection } from "./postgres-connection";
import { newsOfAll } from "./postgres-follower";
import {
  continueNumbers,
  makeSchema,
  MIGRATION_TABLE,
  MIGRATIONS,
  nextNumbers,
  ownTablesIn,
  SITE,
} from "./postgres-tables";

/** The exchange of a database that is no file; what is prepared and replaced is named by its folder. */
export type DatabaseSwap = {
  /** Whether the prepared one is in its place. */
  isIn: (prepared: string) => Promise<boolean>;
  /** All or nothing; whether there was an earlier one. */
  bringIn: (prepared: string, replaced: string) => Promise<boolean>;
  takeOut: (prepared: string, replaced: string) => Promise<void>;
  /** Drops what is left of it. */
  forget: (folder: string) => Promise<void>;
};

const has = async (client: Client, schema: string) =>
  (await column(client, "select 1 from pg_namespace where nspname = $1", [schema])).length > 0;

/** Moves the site's tables from one schema to another. The list of migrations of the site in its place has its own. */
async function move(client: Client, from: string, to: string): Promise<number> {
  const tables = await ownTablesIn(client, from);
  for (const table of tables) await client.query(`alter table "${from}"."${table}" set schema "${to}"`);
  const [source, target] = [from, to].map((schema) => (schema === SITE ? MIGRATIONS : schema));
  const [list] = await column<string | null>(client, "select to_regclass($1)::text", [`${source}.${MIGRATION_TABLE}`]);
  if (list) {
    await client.query(`create schema if not exists "${target}"`);
    await client.query(`alter table "${source}"."${MIGRATION_TABLE}" set schema "${target}"`);
  }
  return tables.length;
}

const markOf = (column: string) => `encode(sha256(convert_to(lower(${column}), 'UTF8')), 'hex')`;

/** Takes from a prepared schema what was revoked in the site since, and lets its numbers go on after the site's. */
async function dropRevoked(client: Client, prepared: string): Promise<void> {
  const known = await ownTablesIn(client, SITE);
  if (known.length === 0) {
    await client.query(`delete from "${prepared}".tokens where kind <> 'PERSONAL'`);
    for (const table of ["sessions", "codes", "invitations", "registration_codes"])
      await client.query(`delete from "${prepared}"."${table}"`);
    return;
  }
  for (const table of Object.keys(credentials)) {
    const lives = known.includes(table)
      ? comesBack(table, `"${prepared}"`, `"${SITE}"`).replaceAll(":now", "now()")
      : "false";
    const which = table === "jobs" ? `${openJobs} and ` : "";
    await client.query(`delete from "${prepared}"."${table}" as c where ${which}not ${lives}`);
  }
  if (known.includes("mailings")) await client.query(mailedSince(`"${prepared}"`, `"${SITE}"`));
  if (known.includes("withdrawals"))
    for (const statement of leftSince(`"${prepared}"`, `"${SITE}"`, markOf)) await client.query(statement);
  await continueNumbers(client, prepared, await nextNumbers(client, SITE));
}

/** Does it at once, when no transaction of the site is under way; other servers forget what they keep. */
const exchange = <T>(work: (client: Client) => Promise<T>): Promise<T> =>
  onConnection((client) =>
    inTransaction(client, async () => {
      await client.query("set local lock_timeout = '10s'");
      await client.query("select pg_advisory_xact_lock(hashtext('broadsheet writer'))");
      const done = await work(client);
      await client.query("select pg_notify($1, $2)", [newsOfAll.channel, newsOfAll.payload]);
      return done;
    }),
  );

const restorePattern = /^broadsheet_restore_[0-9a-f]+$/;
const replacedPattern = /^broadsheet_replaced_[0-9tz_]+$/;

/** The schema of a prepared or replaced folder, which is named after it. */
export const schemaOf = (folder: string): string =>
  folder.startsWith("replaced/")
    ? `broadsheet_replaced_${folder.slice("replaced/".length).toLowerCase().replaceAll("-", "_")}`
    : `broadsheet_restore_${folder.replace(/^\.restore-/, "")}`;

/**
 * The exchange of the database beside that of the files. A prepared schema that is there and empty says that its tables
 * are in the site's place.
 */
export const postgresSwap: DatabaseSwap = {
  isIn: (prepared) =>
    onConnection(
      async (client) =>
        (await has(client, schemaOf(prepared))) && (await ownTablesIn(client, schemaOf(prepared))).length === 0,
    ),
  bringIn: (prepared, replaced) =>
    exchange(async (client) => {
      await dropRevoked(client, schemaOf(prepared));
      await makeSchema(client, schemaOf(replaced));
      const wasThere = (await move(client, SITE, schemaOf(replaced))) > 0;
      if (!wasThere) await client.query(`drop schema "${schemaOf(replaced)}" cascade`);
      await move(client, schemaOf(prepared), SITE);
      return wasThere;
    }),
  takeOut: (prepared, replaced) =>
    exchange(async (client) => {
      await move(client, SITE, schemaOf(prepared));
      if (!(await has(client, schemaOf(replaced)))) return;
      await move(client, schemaOf(replaced), SITE);
      await client.query(`drop schema "${schemaOf(replaced)}"`);
    }),
  forget: (folder) => dropSchemas(({ schema }) => schema === schemaOf(folder)),
};

/** The accounts that get back what they lost since, when a prepared site takes the place of the present one. */
export const accountsBack = (prepared: string): Promise<string[]> =>
  onConnection(async (client) =>
    (await ownTablesIn(client, SITE)).includes("users")
      ? column<string>(client, changedSince(`"${schemaOf(prepared)}"`, `"${SITE}"`))
      : [],
  );

/**
 * Does it while no other server of the site restores; `busy`: what is thrown where one does. The lock is of a transaction,
 * which poolers pass on, and is freed when its connection ends, however that happens.
 */
export const whileAlone = <T>(work: () => Promise<T>, busy: () => Error): Promise<T> =>
  onConnection(async (client) => {
    await client.query("begin");
    await client.query("set local idle_in_transaction_session_timeout = 0");
    const [isFree] = await column<boolean>(client, "select pg_try_advisory_xact_lock(hashtext('broadsheet restore'))");
    if (!isFree) throw busy();
    return work();
  });

/** A site beside the present one; `maker` is the data folder whose server made it, null where an earlier version did. */
type Beside = { schema: string; maker: string | null; tables: number };

async function sitesBeside(client: Client): Promise<Beside[]> {
  const { rows } = await client.query<Beside>(
    "select nspname as schema, obj_description(oid, 'pg_namespace') as maker, (select count(*)::int from pg_class where relnamespace = n.oid and relkind = 'r') as tables from pg_namespace as n order by 1",
  );
  return rows.filter(({ schema }) => restorePattern.test(schema) || replacedPattern.test(schema));
}

/** Whether there is a site that a restore replaced, or one that is being made ready. */
export const hasSchemaBeside = (): Promise<boolean> =>
  onConnection(async (client) => (await sitesBeside(client)).some(({ tables }) => tables > 0));

/** Drops schemas of restores. */
const dropSchemas = (isDoomed: (site: Beside) => boolean): Promise<void> =>
  onConnection(async (client) => {
    for (const site of await sitesBeside(client))
      if (isDoomed(site)) await client.query(`drop schema "${site.schema}" cascade`);
  });

/**
 * Drops what killed restores prepared, and what this server replaced and whose folder is deleted. What others replaced is
 * listed by them; one of theirs that was killed needs its empty schema to see that its site is in place.
 */
export const dropRemains = (replacedFolders: readonly string[]): Promise<void> => {
  const kept = new Set(replacedFolders.map((name) => schemaOf(`replaced/${name}`)));
  const own = folderName();
  return dropSchemas(
    ({ schema, maker, tables }) =>
      !kept.has(schema) && (maker === own || (restorePattern.test(schema) && (maker === null || tables > 0))),
  );
};

/** Bytes of the replaced databases that a server keeps, by the folders' names. */
export const replacedBytes = (folders: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  onConnection(async (client) => {
    const { rows } = await client.query<{ schema: string; bytes: string }>(
      "select schemaname as schema, sum(pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass)) as bytes from pg_tables where schemaname like 'broadsheet\\_replaced\\_%' group by 1",
    );
    const found = new Map(rows.map(({ schema, bytes }) => [schema, Number(bytes)]));
    return new Map(folders.map((name) => [name, found.get(schemaOf(`replaced/${name}`)) ?? 0]));
  });
