import { fork } from "node:child_process";
import { beforeAll, expect, it } from "vitest";
import { tags } from "../../db/schema";
import { postgres } from "../../db/dialect";
import { env } from "../core/env";
import { aToken, call } from "../testing/api";
import { aProgram } from "../testing/program";
import { freshDatabase, stored } from "../testing/setup";

/** A server that kills itself during its work: in the transaction that makes the tag, or right after it. */
const program = `
import { openDatabase } from "./db/open";
import { installEngine } from "./lib/core/operation";
import { api } from "./lib/api/app";
import { provideFeatures } from "./lib/server/features";
provideFeatures();
const open = await openDatabase();
const die = () => process.kill(process.pid, "SIGKILL");
const [moment, url, token, body] = process.argv.slice(2);
installEngine({ ...open, transaction: async (work, entry) => {
  const result = await open.transaction(async (db) => {
    const done = await work(db);
    if (moment === "before" && done?.name) die();
    return done;
  }, entry);
  if (moment === "after" && result?.name) die();
  return result;
} });
const headers = { authorization: "Bearer " + token, "content-type": "application/json", "content-length": String(body.length), "idempotency-key": moment };
await api(new Request(url, { method: "POST", body, headers }), { ip: "192.0.2.1", requestId: "r", log: console.error });
`;

beforeAll(async () => void (await freshDatabase()));

/** Sends one keyed request to such a server; returns how it ended. */
async function dieOver(moment: "before" | "after", token: string, body: string): Promise<NodeJS.Signals | null> {
  const child = fork(await aProgram(program), [moment, "http://localhost/api/admin/tags", token, body], {
    env: { ...process.env, DATA_DIR: env.dataDir },
    execArgv: [],
  });
  return new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
}

// PGlite lives in one process.
it.skipIf(postgres).each([
  ["before", 0],
  ["after", 1],
] as const)(
  "a keyed request whose server is killed %s its work is stored can be sent again at once, and is done once",
  async (moment, made) => {
    const { token } = await aToken("EDITOR");
    const body = { name: moment };
    const there = async () => (await stored().select().from(tags)).filter(({ name }) => name === moment);
    expect(await dieOver(moment, token, JSON.stringify(body))).toBe("SIGKILL");
    expect(await there()).toHaveLength(made);

    const { status, json } = await call("POST", "/admin/tags", { token, body, headers: { "idempotency-key": moment } });
    const [tag, ...more] = await there();
    expect([status, json.id, more]).toEqual([201, tag?.id, []]);
  },
);
