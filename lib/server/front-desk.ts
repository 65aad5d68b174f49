import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Client, reply, takesFiles } from "../api/app";
import { AppError, isFault } from "../core/errors";
import { collectReads, type CacheKey } from "../core/cache-keys";
import { addressHeader, clientHeader } from "../doors/client-header";
import { problem, problemFrom } from "../doors/problem";
import { ReadyAnswers } from "../patches/ready-answers";
import { searches } from "../features/writing/posts/search-limit";
import {
  canonical,
  isAnonymous,
  isContentRead,
  isOfApi,
  isOfFramework,
  isPublicPage,
  isReadable,
  isResolved,
  isSearchPage,
  isSharedRead,
  SEARCHED_TOO_OFTEN,
  variantOf,
} from "./addresses";
import { inAsyncContext } from "../patches/async-context";
import { hasBody } from "./boundary";
import { makeContentRead } from "./content-reads";
import { noteForeignHost } from "./hosts";
import { clientIp, hostOf, isBounded, isOwnOrigin } from "./limits";
import type { Log } from "./log";
import { type Answer, type Encoding, type Making, type PageCache } from "./page-cache";
import { markOwn } from "./own-requests";
import { encodingOf, isKnown, packer } from "./packing";
import { finished, isMalformed } from "./pages";
import { apiBody, pageBody } from "./received";
import { isUnsaid, type NextHandler, NOWHERE, renderForNobody, renderFor, withBody } from "./render";
import { chooseScheme } from "./scheme";
import { addCsrfCookie, dropUnusedCookie } from "./sign-in-pages";
import { hasRoute, mayStand } from "./standing";
import { closeUnlessRead, send, sized } from "./sending";
import { hasRoomInLog, inTurn, takeForm } from "./shares";
import { countVisit } from "./visits";

type Parts = {
  cache: PageCache;
  next: NextHandler;
  /** Serves files of the build and of `public/`; calls on without one. */
  files: (req: IncomingMessage, res: ServerResponse, next: () => void) => void;
  log: Log;
  /** The host of the site's current address. */
  siteHost: () => string;
  development: boolean;
};

const isRead = (method: string | undefined) => method === "GET" || method === "HEAD";

/**
 * Stands before every door: answers repeated anonymous reads from memory, files from disk, `/api` by its router, and
 * the rest by Next, whose pages are made plain and get a policy on their way out.
 */
export function frontDesk({
  cache,
  next,
  files,
  log,
  siteHost,
  development,
}: Parts): (req: IncomingMessage, res: ServerResponse) => void {
  const ready = new ReadyAnswers();
  const clients = new WeakMap<IncomingMessage, Client>();
  const clientOf = (req: IncomingMessage): Client => {
    const known = clients.get(req);
    if (known) return known;
    const requestId = randomUUID();
    const client: Client = {
      ip: clientIp(req),
      requestId,
      log: (error) => log.error({ err: error, requestId, method: req.method, url: req.url }, "request failed"),
    };
    clients.set(req, client);
    return client;
  };

  function deliver(req: IncomingMessage, res: ServerResponse, answer: Answer): void {
    const { method, headers } = req;
    if (isKnown(headers["if-none-match"], answer.etag) && answer.status === 200) {
      res.writeHead(304, { ETag: answer.etag, Vary: "Accept-Encoding" });
      res.end();
    } else {
      if (method === "HEAD") res.writeHead(answer.status, answer.headers).end();
      else ready.send(res, answer);
    }
    if (method !== "GET") return;
    if (answer.visitOf !== null) countVisit(answer.visitOf, headers);
    const host = hostOf(req);
    if (host !== siteHost() && answer.status === 200) noteForeignHost(host, headers);
  }

  const refuse = (req: IncomingMessage, res: ServerResponse, error: AppError): void =>
    send(req, res, sized(problem(error, clientOf(req).requestId)));

  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const req = incoming as IncomingMessage;
      send(req, outgoing as ServerResponse, sized(await reply(request, clientOf(req))));
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false, autoCleanupIncoming: false },
  );

  async function toApi(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    if (!isRead(req.method) && !takesFiles(req.method ?? "", path)) Object.assign(req, { rawBody: await apiBody(req) });
    void listener(req, res);
  }

  /** The one page for all addresses without content, kept for each until something is there or the page changes. */
  async function missing(cacheKeys: ReadonlySet<CacheKey>, scheme: string): Promise<Making> {
    await keptPage(NOWHERE, "identity", scheme);
    const shown = cache.cacheKeysOf(scheme + NOWHERE);
    return {
      answer: (encoding) => keptPage(NOWHERE, encoding, scheme),
      cacheKeys: new Set([...cacheKeys, ...(shown ?? [])]),
      cacheable: cacheKeys.size > 0 && shown !== undefined,
    };
  }

  /** A public page, made once for everybody with these colours. */
  async function makePage(url: string, scheme: string): Promise<Making> {
    const { result: page, scope } = await collectReads(async ({ answers }) =>
      url === NOWHERE || (await mayStand(url, answers)) ? renderForNobody(next, url, scheme) : null,
    );
    if (page === null || (url !== NOWHERE && isUnsaid(page))) return missing(scope.cacheKeys, scheme);
    const cacheable =
      (page.status === 200 || page.status === 404) &&
      !page.headers.some(([name]) => name === "set-cookie") &&
      scope.cacheKeys.size > 0 &&
      !scope.isPersonal;
    return {
      answer: packer({ ...(await finished(page, cacheable)), visitOf: page.status === 200 ? scope.visitOf : null }),
      cacheKeys: scope.cacheKeys,
      cacheable,
    };
  }

  const keptPage = (url: string, encoding: Encoding, scheme: string) =>
    cache.get(scheme + url, encoding, () => inAsyncContext(() => makePage(url, scheme)));

  async function answerKept(
    req: IncomingMessage,
    res: ServerResponse,
    url: string,
    key: string,
    encoding: Encoding,
    scheme: string,
  ): Promise<void> {
    const make = () =>
      inTurn(req, () => (isContentRead(url) ? makeContentRead(url, clientOf(req)) : makePage(url, scheme)));
    deliver(req, res, await cache.get(key, encoding, make));
  }

  /** The page about too many searches, kept like others: refusing must cost less than searching. */
  async function answerSearchedTooOften(
    req: IncomingMessage,
    res: ServerResponse,
    scheme: string,
    retryAfter: number,
  ): Promise<void> {
    const made = await keptPage(SEARCHED_TOO_OFTEN, encodingOf(req.headers["accept-encoding"]), scheme);
    deliver(req, res, { ...made, status: 429, headers: [...made.headers, "Retry-After", String(retryAfter)] });
  }

  /** A page for one person: rendered with their request, given a policy, packed for them, kept by nobody. */
  async function answerPersonal(req: IncomingMessage, res: ServerResponse, body: Buffer | null): Promise<void> {
    const { requestId } = clientOf(req);
    const make = async () => {
      await addCsrfCookie(next, req, res);
      return collectReads(() => renderFor(next, body === null ? req : withBody(req, body)), {
        requestId,
        heldBack: body !== null,
      });
    };
    // What a form does may wait for others, and must not keep their pages waiting meanwhile.
    const { result: made, scope } = await (body === null ? inTurn(req, make) : inAsyncContext(make));
    // The body of a redirect is never shown.
    const isLed = isRead(req.method) && made.status >= 300 && made.status < 400;
    const status = scope.missing ? 404 : made.status;
    const page = { ...made, status, body: isLed ? Buffer.alloc(0) : made.body };
    // Nothing of ours ran: most likely the sender's fault, so that its log lines are limited.
    const isDoubtful = !scope.ran && page.status >= 400;
    if (!isDoubtful || hasRoomInLog()) scope.release(isDoubtful);
    if (body !== null && isMalformed(page, scope))
      return refuse(req, res, new AppError("malformed", "This form or action is not one of this site's."));
    const answer = await packer({ ...(await finished(page, false)), visitOf: null })(
      encodingOf(req.headers["accept-encoding"]),
    );
    dropUnusedCookie(res, page.body);
    send(req, res, { status: page.status, headers: answer.headers, body: answer.body });
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const asked = req.url ?? "/";
    const url = isReadable(asked.split("?", 1)[0] ?? "/") ? asked : NOWHERE;
    req.url = url;
    const path = url.split("?", 1)[0] ?? "/";
    // Set on every request, so that no caller can set them.
    req.headers[clientHeader] = clientIp(req) ?? "";
    req.headers[addressHeader] = url;
    markOwn(req);
    if (!isBounded(asked) || !url.startsWith("/") || url.startsWith("//") || !isResolved(asked))
      return refuse(req, res, new AppError("malformed", "This is not an address on this site."));
    if (isOfApi(path)) {
      if (isSharedRead(req.method, path, req.headers))
        return answerKept(req, res, canonical(url), canonical(url), encodingOf(req.headers["accept-encoding"]), "");
      return toApi(req, res, path);
    }
    if (!isRead(req.method) && req.method !== "POST")
      return refuse(
        req,
        res,
        new AppError("method_not_allowed", "This address answers GET, HEAD and POST only.", {
          allow: ["GET", "HEAD", "POST"],
        }),
      );
    if (!isRead(req.method) && !isOwnOrigin(req))
      return refuse(
        req,
        res,
        new AppError(
          "forbidden",
          "This form was sent from another site. Set SITE_URL to the address visitors use, if this is your own.",
        ),
      );
    const body = isRead(req.method) ? null : await pageBody(req, path);
    if (path === "/scheme" && body !== null) return send(req, res, chooseScheme(req, body));
    if (body !== null) await takeForm(req);
    const variant = variantOf(req.headers.cookie);
    const at = canonical(url);
    const mayBeKept =
      isRead(req.method) && isPublicPage(path) && variant !== null && isAnonymous(req.headers) && !development;
    if (isSearchPage(url) && !(mayBeKept && cache.has(variant + at))) {
      const retryAfter = searches.waitForNetwork(clientIp(req));
      if (retryAfter !== null) return answerSearchedTooOften(req, res, variant ?? "", retryAfter);
    }
    if (mayBeKept) {
      const encoding = encodingOf(req.headers["accept-encoding"]);
      if (!hasRoute(path)) return deliver(req, res, await keptPage(NOWHERE, encoding, variant));
      return answerKept(req, res, at, variant + at, encoding, variant);
    }
    if (development && isOfFramework(path)) {
      await addCsrfCookie(next, req, res);
      return void (await collectReads(() => next(body === null ? req : withBody(req, body), res)));
    }
    // Public pages carry no framework script, so nobody needs the framework's own formats of them.
    if (isPublicPage(path))
      for (const name of Object.keys(req.headers))
        if (name === "rsc" || name.startsWith("next-router")) delete req.headers[name];
    return answerPersonal(req, res, body);
  }

  return (req, res) => {
    // The hot path: a canonical address whose answer is kept in the wanted packing.
    if (isRead(req.method) && isAnonymous(req.headers) && req.headers.origin === undefined && !hasBody(req)) {
      const variant = variantOf(req.headers.cookie);
      const kept =
        variant === null ? undefined : cache.peek(variant + req.url, encodingOf(req.headers["accept-encoding"]));
      if (kept) return deliver(req, res, kept);
    }
    if (hasBody(req)) closeUnlessRead(req, res);
    files(req, res, () => {
      answer(req, res).catch((thrown: unknown) => {
        const { requestId, log: write } = clientOf(req);
        const refusal = problemFrom(thrown, requestId);
        if (isFault(thrown, refusal.status)) write(thrown);
        if (res.headersSent) return void res.destroy();
        send(req, res, sized(refusal));
      });
    });
  };
}
