import type { IncomingMessage, ServerResponse } from "node:http";
import { isPageAskedAsSubresource } from "../addresses/addresses";

/**
 * Kept by nobody: a browser that went back to the page itself would show what it once got for a picture with the same
 * address.
 */
const nothing = { "Cache-Control": "no-store", "Content-Length": "0", "X-Content-Type-Options": "nosniff" };

/** Answers where a part of a page is asked for at an address that has none; calls on for everything else. */
export function refuseSubresources(req: IncomingMessage, res: ServerResponse, next: () => void): void {
  if (isPageAskedAsSubresource(req.url ?? "/", req.headers)) return void res.writeHead(404, nothing).end();
  next();
}
