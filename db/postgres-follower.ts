import { randomUUID } from "node:crypto";
import { Client, type ClientBase, type ClientConfig } from "pg";
import { memory } from "../lib/core/memory";
import { followDatabaseClock } from "../lib/patches/database-clock";
import type { Follower, OnCommit } from "./open-database";

/** The channel on which writers notify listeners. */
const CHANNEL = "broadsheet_events";

/**
 * Milliseconds between checks of the connection, and until one without an answer counts as lost: one that was cut on
 * the way does not report it, and what is answered from memory may be as old as both together.
 */
const [HEARTBEAT_MS, SILENCE_MS] = [1_000, 2_000];
/** Bytes of a notification; PostgreSQL takes less than 8,000. */
const MOST_BYTES = 7_500;

/** What a process tells the others of a commit. */
type News = {
  from: string;
  cacheKeys: string[] | null;
  /** When it was sent, by the sender's clock. */
  at?: number;
};

/** The notifications of one commit, in pieces that PostgreSQL takes. */
export function newsOf(from: string, cacheKeys: readonly string[]): { channel: string; payload: string }[] {
  const pieces: string[][] = [[]];
  let bytes = 0;
  for (const key of new Set(cacheKeys)) {
    const more = Buffer.byteLength(JSON.stringify(key)) + 1;
    if (bytes + more > MOST_BYTES) pieces.push([]);
    bytes = pieces.at(-1)?.length === 0 ? more : bytes + more;
    pieces.at(-1)?.push(key);
  }
  return pieces.map((piece) => ({
    channel: CHANNEL,
    payload: JSON.stringify({ from, cacheKeys: piece, at: Date.now() } satisfies News),
  }));
}

/** Tells all processes, the sender included, that anything may have changed. */
export const newsOfAll = { channel: CHANNEL, payload: JSON.stringify({ from: "", cacheKeys: null } satisfies News) };

/** Another version of the program may tell of commits in another way: then anything may have changed. */
function newsIn(payload: string): News {
  try {
    return JSON.parse(payload) as News;
  } catch {
    return { from: "", cacheKeys: null };
  }
}

type Ways = {
  /** Where to listen: PostgreSQL itself. */
  listen: ClientConfig;
  /** Whether requests can reach the database, over a connection of their kind. */
  isReachable: () => Promise<boolean>;
  /** Fails the requests that wait for the database. */
  abandon: () => void;
};

/** The database's time in epoch milliseconds. */
export async function timeOf(connection: Pick<ClientBase, "query">): Promise<number | undefined> {
  const { rows } = await connection.query<{ ms: number }>(
    "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
  );
  return rows[0]?.ms;
}

/** No notification arrives on the connection for listening. */
export class Deaf extends Error {
  constructor() {
    super("PostgreSQL's notifications do not arrive on the connection for listening.");
  }
}

/** Finds out whether notifications arrive: behind a pooler, `listen` seems to work. */
async function requireHearing(client: Client, own: string): Promise<void> {
  const payload = JSON.stringify({ from: own, cacheKeys: [], id: randomUUID() });
  const isHeard = new Promise<boolean>((resolve) => {
    client.on("notification", (heard) => heard.payload === payload && resolve(true));
    setTimeout(() => resolve(false), SILENCE_MS).unref();
  });
  await client.query("select pg_notify($1, $2)", [CHANNEL, payload]);
  if (!(await isHeard)) throw new Deaf();
}

/**
 * Listens on its own connection for what others commit. While it does not, nothing may be answered from memory; a
 * connection that ends is replaced at the next look, after which all that is remembered is dropped.
 */
export function postgresFollower({ listen, isReachable, abandon }: Ways, own: string, onCommit: OnCommit): Follower {
  let listener: Client | undefined;
  let wake: () => void = () => undefined;

  const lose = (client: Client) => {
    if (listener !== client) return;
    listener = undefined;
    memory.isCurrent = false;
    wake();
  };
  const end = (client: Client) => {
    lose(client);
    // The server may have ended it, or not answer.
    void client.end().catch(() => undefined);
  };

  async function connect(): Promise<Client> {
    const client = new Client({
      ...listen,
      keepAlive: true,
      connectionTimeoutMillis: SILENCE_MS,
      query_timeout: SILENCE_MS,
      application_name: "broadsheet follower",
    });
    for (const event of ["error", "end"] as const) client.on(event, () => lose(client));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      await requireHearing(client, own);
    } catch (error) {
      end(client);
      throw error;
    }
    client.on("notification", ({ payload = "" }) => {
      const { from, cacheKeys, at } = newsIn(payload);
      if (from !== own) onCommit(cacheKeys);
      else if (at !== undefined) memory.onOwnNews?.(Date.now() - at);
    });
    return client;
  }

  async function listenAnew(): Promise<void> {
    const asked = isReachable().then((is) => {
      memory.isAlone = !is;
      if (!is) abandon();
    });
    const [connected] = await Promise.allSettled([connect(), asked]);
    if (connected.status === "rejected") throw connected.reason;
    listener = connected.value;
    // What is in memory may be out of date, so it is dropped before it is used again.
    onCommit(null);
    Object.assign(memory, { isCurrent: true, isAlone: false });
  }

  memory.isCurrent = false;
  return {
    async look(turn) {
      ({ wake } = turn);
      const client = listener;
      if (client) await followDatabaseClock(() => timeOf(client)).catch(() => end(client));
      if (!listener) await listenAnew();
      return HEARTBEAT_MS;
    },
    async close() {
      if (listener) end(listener);
    },
  };
}
