import type { IncomingMessage, ServerResponse } from "node:http";
import { collectReads } from "../../core/cache-keys";
import { refuseFromElsewhere } from "../answers/from-elsewhere";
import { inertPolicy } from "../answers/page-policy";
import type { NextHandler } from "../answers/render";
import { inTurn } from "./shares";

const paths = new Set(["/admin/logs/export", "/admin/followers/table", "/admin/tools/redirects/table"]);

/** Whether a file of any length is at this path, which is sent while it is made and never held whole. */
export const isDownload = (path: string): boolean => paths.has(path);

/** Resolves once the head of an answer is written. */
const begunToSend = (res: ServerResponse): Promise<void> =>
  new Promise((begun) => {
    const write = res.writeHead.bind(res);
    res.writeHead = ((...given: Parameters<typeof write>) => {
      begun();
      return write(...given);
    }) as typeof write;
  });

/**
 * Lets the framework send such a file itself, as fast as its reader takes it. Only what is made before its first byte, such
 * as the refusal of whoever may not have it, has the asker's turn: it may be sent for minutes.
 */
export async function sendDownload(next: NextHandler, req: IncomingMessage, res: ServerResponse): Promise<void> {
  refuseFromElsewhere(req);
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.setHeader("Content-Security-Policy", inertPolicy);
  const { sent } = await inTurn(req, async () => {
    const begun = begunToSend(res);
    const sent = collectReads(() => next(req, res));
    // Where nothing is written, such as to whoever has left, the turn ends with the work.
    await Promise.race([begun, sent]);
    return { sent };
  });
  await sent;
}
