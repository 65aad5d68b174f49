import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { AppError } from "../core/errors";
import { problem } from "../doors/problem";
import { send, sized } from "./sending";

/** Seconds after which a caller is asked to come back. */
const RETRY_AFTER_S = 5;

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Back in a moment</title><meta http-equiv="refresh" content="${RETRY_AFTER_S}"><p>This site is being restored from a backup and will be back in a moment.</p><p lang="zh-CN">本站正在从备份中恢复，请稍候。</p></html>`;

/** Stands before everything else: lets requests pass, or answers that the site is being restored. */
export class Gate {
  readonly #running = new Set<ServerResponse>();
  #isClosed = false;

  /** Lets requests through to `next` while it is open. */
  before =
    (next: RequestListener): RequestListener =>
    (req, res) => {
      if (this.#isClosed) return refuse(req, res);
      this.#running.add(res);
      res.once("close", () => this.#running.delete(res));
      next(req, res);
    };

  /** Lets no further request pass, and waits for the running ones; those that take too long are ended. */
  async close(mostMs: number): Promise<void> {
    this.#isClosed = true;
    const ends = [...this.#running].map((res) => new Promise<void>((resolve) => res.once("close", resolve)));
    const late = setTimeout(() => {
      for (const res of this.#running) res.destroy();
    }, mostMs);
    await Promise.all(ends);
    clearTimeout(late);
  }

  open(): void {
    this.#isClosed = false;
  }
}

function refuse(req: IncomingMessage, res: ServerResponse): void {
  const path = (req.url ?? "/").split("?", 1)[0] ?? "/";
  if (path !== "/api" && !path.startsWith("/api/")) {
    const headers = {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Retry-After": String(RETRY_AFTER_S),
    };
    return send(req, res, sized({ status: 503, headers, body: page }));
  }
  const why = new AppError("unavailable", "The site is being restored from a backup. Please try again.", {
    retryAfter: RETRY_AFTER_S,
  });
  const made = problem(why, randomUUID());
  const body = JSON.stringify({ ...(JSON.parse(made.body) as object), state: "restoring" });
  send(req, res, sized({ ...made, body }));
}
