import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "../../core/errors";
import { problem } from "../../doors/problem";
import { securityHeaders, wordsPolicy } from "./page-policy";
import { requestIdOf } from "../addresses/request-id";
import { send, sized } from "./sending";

/** Why the site cannot answer, for programs and for people in both languages. */
type Reason = {
  /** A word for programs. */
  state?: string;
  detail: string;
  sentences: { en: string; zh: string };
  /** Seconds after which a caller is asked to come back. */
  retryAfter: number;
};

const pageOf = ({ sentences, retryAfter }: Reason) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Back in a moment</title><meta http-equiv="refresh" content="${retryAfter}"><p>${sentences.en}</p><p lang="zh-CN">${sentences.zh}</p></html>`;

/** Answers 503, as a page or as a problem of the API, without the database and without the framework. */
export function refuseForNow(req: IncomingMessage, res: ServerResponse, why: Reason): void {
  const path = (req.url ?? "/").split("?", 1)[0] ?? "/";
  if (path !== "/api" && !path.startsWith("/api/")) {
    const headers = {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Retry-After": String(why.retryAfter),
      ...Object.fromEntries(securityHeaders),
      "Content-Security-Policy": wordsPolicy,
    };
    return send(req, res, sized({ status: 503, headers, body: pageOf(why) }));
  }
  const made = problem(new AppError("unavailable", why.detail, { retryAfter: why.retryAfter }), requestIdOf(req));
  const body = why.state ? JSON.stringify({ ...(JSON.parse(made.body) as object), state: why.state }) : made.body;
  send(req, res, sized({ ...made, body }));
}

/** While a backup is put in place. */
export const restoring: Reason = {
  state: "restoring",
  detail: "The site is being restored from a backup. Please try again.",
  sentences: {
    en: "This site is being restored from a backup and will be back in a moment.",
    zh: "本站正在从备份中恢复，请稍候。",
  },
  retryAfter: 5,
};

/** While the database does not answer. */
export const withoutDatabase: Reason = {
  detail: "The database does not answer at the moment. Please try again.",
  sentences: {
    en: "This site cannot reach its database and will be back in a moment.",
    zh: "本站暂时无法连接数据库，请稍候。",
  },
  retryAfter: 2,
};
