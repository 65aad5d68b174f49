import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Client } from "../../api/client";
import type { Actor } from "../../core/access";
import { notFound } from "../../core/errors";
import { bearerActor } from "../../doors/bearer";
import { signedInActor } from "../../doors/sender";
import { fetchBackup } from "../../features/backups/mutations";
import { downloadExport } from "../../features/moving/exports/mutations";
import { partOf } from "../../doors/ranges";
import { AT_READERS_PACE } from "../../core/readers-pace";
import { refuseFromElsewhere } from "../answers/from-elsewhere";

const PATH = /^(\/api\/admin|\/admin\/tools)\/(backups|exports)\/([A-Za-z0-9._-]{1,100})\/file$/;
/** Bytes that are read at once. */
const PIECE = 256 * 1024;

/** Whether the file of a backup or an export is at this path, for programs with a token or for the dashboard. */
export const isKeptFile = (path: string): boolean => PATH.test(path);

/** Whoever asks: by a token below `/api`, otherwise by the session of a page of this site. */
async function askerOf({ headers }: IncomingMessage, { ip }: Client, ofApi: boolean): Promise<Actor> {
  if (!ofApi) return signedInActor(headers, ip);
  const { authorization = null } = headers;
  return bearerActor({ authorization, contentPassword: null, userAgent: headers["user-agent"] ?? null, ip });
}

/** Sends the file of a backup or an export, whole or in part. */
export async function sendKeptFile(req: IncomingMessage, res: ServerResponse, client: Client): Promise<void> {
  const [, place, kind, name = ""] = PATH.exec((req.url ?? "").split("?", 1)[0] ?? "") ?? [];
  if (place === undefined) throw notFound();
  const ofApi = place === "/api/admin";
  if (!ofApi) refuseFromElsewhere(req);
  const fetchFile = kind === "exports" ? downloadExport : fetchBackup;
  const { path, size } = await fetchFile(await askerOf(req, client, ofApi), { name });
  const headers = {
    "Content-Type": "application/zip",
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "no-store",
    "Accept-Ranges": "bytes",
    ...AT_READERS_PACE,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
  };
  const part = partOf(req.headers.range, size);
  if (part === "none")
    return void res.writeHead(416, { ...headers, "Content-Range": `bytes */${size}`, "Content-Length": "0" }).end();
  const { start, end } = part ?? { start: 0, end: size - 1 };
  res.writeHead(part ? 206 : 200, {
    ...headers,
    "Content-Length": String(end - start + 1),
    ...(part && { "Content-Range": `bytes ${start}-${end}/${size}` }),
  });
  if (req.method === "HEAD") return void res.end();
  await pipeline(createReadStream(path, { start, end, highWaterMark: PIECE }), res).catch((error: unknown) => {
    // Whoever asked may leave half-way.
    if (!res.destroyed) throw error;
  });
}
