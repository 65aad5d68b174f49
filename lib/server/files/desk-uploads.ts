import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { answered } from "../../api/app";
import type { Client } from "../../api/client";
import { send, sized } from "../answers/sending";
import { takeForm } from "../keeping/shares";

/** Where the dashboard sends files, and the line of the API that takes them there. */
const lines = [
  { at: /^\/admin\/upload$/, method: "POST", line: () => "/api/admin/attachments" },
  { at: /^\/admin\/upload\/(\d{1,10})$/, method: "PUT", line: (id: string) => `/api/admin/attachments/${id}/file` },
  { at: /^\/admin\/upload\/import$/, method: "POST", line: () => "/api/admin/imports" },
  { at: /^\/admin\/upload\/backup\/([\w.-]+)$/, method: "PUT", line: (name: string) => `/api/admin/backups/${name}` },
];

function lineAt(path: string): { method: string; path: string } | null {
  for (const { at, method, line } of lines) {
    const found = at.exec(path);
    if (found) return { method, path: line(found[1] ?? "") };
  }
  return null;
}

/** Whether the dashboard sends files to this path, which are received as a stream. */
export const isDeskUpload = (path: string): boolean => lineAt(path) !== null;

/**
 * Takes files of a signed-in browser as the API takes those of a token's owner. Its caller has made sure that a page of
 * this site sends them.
 */
export async function takeUpload(req: IncomingMessage, res: ServerResponse, client: Client): Promise<void> {
  await takeForm(req);
  const listener = getRequestListener(
    async (request) => {
      // Loaded late, since most servers' requests never need it.
      const { fileAction } = await import("../../doors/file-action");
      const { headers, body, url } = request;
      const line = lineAt(new URL(url).pathname) ?? { method: "POST", path: "/" };
      const asked: RequestInit & { duplex: "half" } = { method: line.method, headers, body, duplex: "half" };
      const made = await fileAction(
        { headers: req.headers, ip: client.ip },
        (actor) => answered(new Request(new URL(line.path, url), asked), { ...client, actor }),
        client.log,
      );
      send(req, res, sized(made));
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false, autoCleanupIncoming: false },
  );
  void listener(req, res);
}
