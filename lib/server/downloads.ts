import type { IncomingMessage, ServerResponse } from "node:http";
import { collectReads } from "../core/cache-keys";
import { inertPolicy } from "./page-policy";
import type { NextHandler } from "./render";

/** Whether a file of any length is at this path, which is sent while it is made and never held whole. */
export const isDownload = (path: string): boolean => path === "/admin/logs/export" || path === "/admin/followers/table";

/** Lets the framework send such a file itself, as fast as its reader takes it. */
export async function sendDownload(next: NextHandler, req: IncomingMessage, res: ServerResponse): Promise<void> {
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.setHeader("Content-Security-Policy", inertPolicy);
  await collectReads(() => next(req, res));
}
