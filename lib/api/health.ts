import type { Database } from "../../db";
import packageJson from "../../package.json";
import { can, visitor } from "../core/access";
import { damageFound } from "../core/damage";
import { AppError } from "../core/errors";
import { memory } from "../core/memory";
import { engine } from "../core/operation";
import { readiness } from "../core/readiness";
import { sentBy } from "../core/sender";
import { backgroundStatus } from "../core/supervisor";
import { bearerActor } from "../doors/bearer";
import type { Reply } from "../doors/endpoint";
import { findBackups } from "../features/backups/folder";
import { getSite } from "../features/site/queries";
import { listPublicPosts } from "../features/writing/posts/queries";
import type { Client } from "./client";

/** What administrators are told of the server's state. */
const told = () => ({
  ready: whyNotReady() === null,
  background: backgroundStatus(),
  lastBackupTime: findBackups().find(({ verified }) => verified.ok)?.createTime ?? null,
});

/** What the sender of a request may be told beside: nothing, unless they are an administrator. */
async function toldTo(headers: Headers, client: Client): Promise<Partial<ReturnType<typeof told>>> {
  const authorization = headers.get("authorization");
  if (!authorization?.startsWith("Bearer ")) return {};
  const userAgent = headers.get("user-agent");
  const actor = await bearerActor({ authorization, contentPassword: null, userAgent, ip: client.ip });
  return can(actor, "manage jobs") ? told() : {};
}

const answerOf = (body: object): Reply => ({
  status: 200,
  headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
  body: JSON.stringify(body),
});

/** Why this server is to get no requests; null where it may. */
function whyNotReady(): string | null {
  if (!readiness.ready) return "The server is starting.";
  if (readiness.isStopping) return "The server is stopping.";
  if (damageFound() !== null) return "The database is damaged. The log says what to do.";
  return memory.isAlone ? "The database cannot be reached at the moment." : null;
}

/** Milliseconds for which a look at the database counts. Anybody may ask, as often as they like. */
const LOOK_MS = 250;

/** The present look at the database, or the last one. */
let look: { at: Database; until: number; done: Promise<void> } | undefined;

/** Reads what a visitor's first page reads. */
async function read(log: (error: unknown) => void): Promise<void> {
  try {
    await getSite(visitor, {});
    await listPublicPosts(visitor, { size: 1 });
  } catch (error) {
    log(error);
    throw new AppError("unavailable", "The database cannot be read at the moment.");
  }
}

/** Refuses where the database cannot be read; one look answers all who ask meanwhile. */
function requireReading(log: (error: unknown) => void): Promise<void> {
  const { reader } = engine();
  if (look?.at === reader && performance.now() < look.until) return look.done;
  // Made for all who ask: in the line of whoever asked first, it would stand behind all else that these want.
  const forAll = sentBy(
    () => false,
    () => read(log),
  );
  const begun = { at: reader, until: Number.POSITIVE_INFINITY, done: forAll };
  look = begun;
  const end = () => void (begun.until = performance.now() + LOOK_MS);
  begun.done.then(end, end);
  return begun.done;
}

/** Whether the server is alive and well; a signed-in administrator also gets the state of background work. */
export async function answerHealth(
  { headers }: Request,
  _url: URL,
  _params: Record<string, string>,
  client: Client,
): Promise<Reply> {
  if (!readiness.ready) throw new AppError("unavailable", "The server is starting.");
  if (damageFound() !== null) throw new AppError("unavailable", "The database is damaged. The log says what to do.");
  await requireReading(client.log);
  return answerOf({ status: "ok", version: packageJson.version, ...(await toldTo(headers, client)) });
}

/** Whether a proxy may send requests here: started, migrated, in reach of the database, and not stopping. */
export async function answerReady(
  { headers }: Request,
  _url: URL,
  _params: Record<string, string>,
  client: Client,
): Promise<Reply> {
  const why = whyNotReady();
  if (why !== null) throw new AppError("unavailable", why, { retryAfter: 1 });
  await requireReading(client.log);
  return answerOf({ status: "ready", ...(await toldTo(headers, client)) });
}
