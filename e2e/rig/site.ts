import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { account, Api, install } from "./api";
import { newFolder, runFolder } from "./folders";
import { cookiesIn, type Reply, signInWith } from "./http";
import { Server } from "./server";

// Most tests begin with a site that is set up, whose owner is signed in. Setting up and signing in hash passwords and
// take seconds, so both happen once in a run, over HTTP. Each server begins with a copy of the data folder that this
// left: the owner's token and the cookie of the owner's session, whose rows are in it, hold on every copy.

/** What the owner calls and browses with. */
type Keys = { token: string; session: string };

/** The cookie of a session, as name=value, that an answer sets. */
function sessionIn(reply: Reply): string {
  const session = cookiesIn(reply)
    .split("; ")
    .find((cookie) => cookie.includes("session-token="));
  if (session === undefined) throw new Error(`Nobody was signed in: ${reply.status} ${reply.text}`);
  return session;
}

const folder = () => join(runFolder(), "site");
const data = () => join(folder(), "data");
const keysFile = () => join(folder(), "keys.json");

/** Makes the site that others are copies of. */
export async function makeSite(): Promise<void> {
  const server = new Server();
  await server.start();
  const { token = "" } = await install(server);
  const { reply } = await signInWith(server, account);
  await server.stop();
  mkdirSync(folder());
  renameSync(server.dataDir, data());
  writeFileSync(keysFile(), JSON.stringify({ token, session: sessionIn(reply) } satisfies Keys));
}

const keys = (): Keys => JSON.parse(readFileSync(keysFile(), "utf8")) as Keys;

/** A copy of the site's data folder, as its server left it when it was stopped. */
export function copyOfSite(): string {
  const copy = join(newFolder("copy"), "data");
  cpSync(data(), copy, { recursive: true });
  return copy;
}

/** A server, not started yet, of a copy of the site. */
export const siteServer = (settings?: Record<string, string>): Server => new Server(settings, data);

/** A server of a copy of the site, which runs for all tests of a file. */
export function serveSite(settings?: Record<string, string>): Server {
  const server = siteServer(settings);
  test.beforeAll(() => server.start());
  test.afterAll(() => server.end());
  return server;
}

/** The API as the site's owner calls it. */
export const owner = (server: Server): Api => new Api(server, keys().token);

/** The cookie of this person's session: of the owner, where the server began with the site, the one made with it; of anybody else, of a new sign-in. */
export async function sessionOf(server: Server, person: { username: string; password: string }): Promise<string> {
  if (server.isCopy && person === account) return keys().session;
  return sessionIn((await signInWith(server, person)).reply);
}
