import type { IncomingMessage, RequestListener } from "node:http";
import { isContentRead, isOfApi, isPublicPage } from "../addresses/addresses";
import { type Log, loggedAddress } from "./log";
import { requestIdOf } from "../addresses/request-id";

type RequestKind = "page" | "content" | "api" | "upload" | "asset" | "desk";

/** What became of a request. */
type Observed = {
  req: IncomingMessage;
  kind: RequestKind;
  /** Null: whoever asked left before the answer began. */
  status: number | null;
  seconds: number;
};
export type Observer = (observed: Observed) => void;

function kindOf(path: string): RequestKind {
  if (path.startsWith("/uploads/")) return "upload";
  if (isOfApi(path)) return isContentRead(path) ? "content" : "api";
  if (/^\/(_next|fonts|style)\/|\.(js|css|ico|woff2)$/.test(path)) return "asset";
  return isPublicPage(path) ? "page" : "desk";
}

/** Tells observers of each request once it has ended; without any it costs nothing. */
export function observed(next: RequestListener, observers: readonly Observer[]): RequestListener {
  if (observers.length === 0) return next;
  return (req, res) => {
    const begun = performance.now();
    const kind = kindOf((req.url ?? "/").split("?", 1)[0] ?? "/");
    res.once("close", () => {
      const status = res.headersSent ? res.statusCode : null;
      for (const observe of observers) observe({ req, kind, status, seconds: (performance.now() - begun) / 1000 });
    });
    next(req, res);
  };
}

/** Writes a line for each request, where the level of the log is debug. */
export const requestLog = (log: Log): Observer[] =>
  log.isLevelEnabled("debug")
    ? [
        ({ req, kind, status, seconds }) =>
          log.debug(
            {
              requestId: requestIdOf(req),
              method: req.method,
              path: loggedAddress(req.url).split("?", 1)[0],
              kind,
              status,
              seconds,
            },
            "request",
          ),
      ]
    : [];
