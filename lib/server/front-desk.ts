import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { reply, takesFiles } from "../api/app";
import type { Client } from "../api/client";
import { AppError, isFault } from "../core/errors";
import { collectReads } from "../core/cache-keys";
import { memory } from "../core/memory";
import { addressHeader, clientHeader } from "../doors/client-header";
import { problem, problemFrom } from "../doors/problem";
import { ReadyAnswers } from "../patches/ready-answers";
import { isDraftAddress } from "../services/settings/drafts";
import { searches } from "../features/writing/posts/search-limit";
import {
  canonical,
  isAboutServer,
  isAnonymous,
  isContentRead,
  isMadeSparingly,
  isOfApi,
  isOfFramework,
  isPlainAsked,
  isPublicPage,
  isRead,
  isReadable,
  isResolved,
  isSearchPage,
  isSharedRead,
  NOWHERE,
  standInFor,
  variantOf,
} from "./addresses/addresses";
import { inAsyncContext } from "../patches/async-context";
import { isKeptFile, sendKeptFile } from "./files/kept-files";
import { hasBody } from "./bodies/boundary";
import { makeContentRead } from "./keeping/content-reads";
import { answerCutOff, isCutOff, requireMade } from "./keeping/cut-off";
import { isDeskUpload, takeUpload } from "./files/desk-uploads";
import { noteDelivery } from "./keeping/deliveries";
import { isDownload, sendDownload } from "./keeping/downloads";
import { clientIp, faultInHeaders, forFramework, isBounded, isOwnOrigin, namesHost } from "./connections/limits";
import { type FailureLog, hasRoomInLog, loggedAddress } from "./observing/log";
import { keptPages, nowhereFor } from "./keeping/kept-pages";
import { makeLookPreview, originInFrame } from "./answers/look-previews";
import { ownerCode } from "./answers/owner-code";
import type { Answer, PageCache } from "./keeping/page-cache";
import { variantFor } from "./keeping/origin-variants";
import { instead, namesOldRecord, noteMissed, withoutSlash } from "./answers/moved";
import { markOwn } from "./addresses/own-requests";
import { encodingOf, isKnown, packer } from "./keeping/packing";
import { keepApart } from "./answers/from-elsewhere";
import { finished, isMalformed } from "./answers/pages";
import { apiBody } from "./bodies/received";
import { requestIdOf } from "./addresses/request-id";
import { type NextHandler, renderFor, withBody } from "./answers/render";
import { chooseScheme } from "./answers/scheme";
import { addCsrfCookie, dropUnusedCookie, isForSignedIn, toSignIn } from "./answers/sign-in-pages";
import { hasRoute } from "./addresses/standing";
import { closeUnlessRead, endWith, mayWriteWhole, send, sendReply, sized } from "./answers/sending";
import { answerInTurn, forSender, inTurn, noteLength, receiveForm, takeVariant, turnOf } from "./keeping/shares";

type Parts = {
  cache: PageCache;
  next: NextHandler;
  /** Serves files of the build and of `public/`; calls on without one. */
  files: (req: IncomingMessage, res: ServerResponse, next: () => void) => void;
  log: FailureLog;
  /** The host of the site's current address. */
  siteHost: () => string;
  development: boolean;
};

/**
 * Stands before every door: answers repeated anonymous reads from memory, files from disk, `/api` by its router, and
 * the rest by Next, whose pages are made plain and get a policy on their way out.
 */
export function frontDesk({
  cache,
  next: framework,
  files,
  log,
  siteHost,
  development,
}: Parts): (req: IncomingMessage, res: ServerResponse) => void {
  // It keeps what belongs to a request in storages, until the last byte is sent; its own cookies are for development.
  const next: NextHandler = (req, res) => inAsyncContext(() => framework(development ? req : forFramework(req), res));
  const ready = new ReadyAnswers();
  /** The addresses as they were asked for, where another may stand in. */
  const asks = new WeakMap<IncomingMessage, string>();
  const clients = new WeakMap<IncomingMessage, Client>();
  const clientOf = (req: IncomingMessage): Client => {
    const known = clients.get(req);
    if (known) return known;
    const requestId = requestIdOf(req);
    const client: Client = {
      ip: clientIp(req),
      requestId,
      log: (err) => log.error({ err, requestId, method: req.method, url: loggedAddress(req.url) }, "request failed"),
    };
    clients.set(req, client);
    return client;
  };

  function deliver(req: IncomingMessage, res: ServerResponse, answer: Answer): void {
    const { method, headers } = req;
    if (isKnown(headers["if-none-match"], answer.etag)) {
      res.writeHead(304, answer.unchanged).end();
    } else {
      if (method === "HEAD") res.writeHead(answer.status, answer.headers).end();
      else if (mayWriteWhole(req, res, answer.body)) ready.send(res, answer);
      else endWith(req, res.writeHead(answer.status, answer.headers), answer.body);
    }
    if (method === "GET") noteDelivery(req, answer, siteHost());
  }
  const refuse = (req: IncomingMessage, res: ServerResponse, ...why: ConstructorParameters<typeof AppError>): void =>
    send(req, res, sized(problem(new AppError(...why), clientOf(req).requestId)));
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const req = incoming as IncomingMessage;
      const made = await reply(request, { ...clientOf(req), inTurn: (make) => answerInTurn(req, make) });
      noteLength(req, made.body?.length ?? 0);
      await sendReply(req, outgoing as ServerResponse, made);
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false, autoCleanupIncoming: false, hostname: "localhost" }, // HTTP/1.0 names none.
  );

  async function toApi(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    if (!isRead(req.method) && !takesFiles(req.method ?? "", path))
      Object.assign(req, { rawBody: await apiBody(req, res) });
    await forSender(req, () => listener(req, res));
  }

  const { makePage, keptPage, gonePage, busyPage } = keptPages({ cache, next });

  /** Answers in place of a page of this status, where an address leads elsewhere; otherwise false. */
  async function answerInstead(req: IncomingMessage, res: ServerResponse, variant: string, status = 404) {
    const url = asks.get(req) ?? req.url ?? "/";
    const other = await instead(url, status, (ask) => inTurn(req, ask));
    if (other === null) return false;
    if (other === "gone") deliver(req, res, await gonePage(url, encodingOf(req.headers["accept-encoding"]), variant));
    else send(req, res, other);
    return true;
  }

  async function answerKept(req: IncomingMessage, res: ServerResponse, url: string, scheme: string): Promise<void> {
    const ofApi = isContentRead(url);
    const make = () => (ofApi ? makeContentRead(url, clientOf(req)) : makePage(url, scheme));
    const encoding = encodingOf(req.headers["accept-encoding"]);
    const kept = await cache.get(scheme + url, encoding, make, () => turnOf(req));
    if (!ofApi && (await answerInstead(req, res, scheme, kept.status))) return;
    if (!ofApi && kept.status === 404) noteMissed(req, asks.get(req) ?? url);
    deliver(req, res, ofApi ? await variantFor(req.headers.origin, kept) : kept);
  }

  /** A page for one person: rendered with their request, given a policy, packed for them, kept by nobody. */
  async function answerPersonal(req: IncomingMessage, res: ServerResponse, body: Buffer | null): Promise<void> {
    const make = async () => {
      await addCsrfCookie(next, req, res);
      return collectReads(() => renderFor(next, body === null ? req : withBody(req, body)), {
        requestId: clientOf(req).requestId,
        heldBack: body !== null,
      });
    };
    // What a form does may wait for others, and must not keep their pages waiting meanwhile.
    const { result: made, scope } = await (body === null ? inTurn(req, make) : forSender(req, make));
    // The body of a redirect is never shown.
    const isLed = isRead(req.method) && made.status >= 300 && made.status < 400;
    noteLength(req, made.body.byteLength);
    requireMade(scope, made.status >= 500, isRead(req.method));
    if (isRead(req.method) && (await answerInstead(req, res, "", scope.missing ? 404 : made.status))) return;
    const page = { ...made, ...(scope.missing && { status: 404 }), ...(isLed && { body: Buffer.alloc(0) }) };
    // Nothing of ours ran: most likely the sender's fault, so that its log lines are limited.
    const isDoubtful = !scope.ran && page.status >= 400;
    if (!isDoubtful || hasRoomInLog()) scope.release(isDoubtful);
    if (body !== null && isMalformed(page, scope))
      return refuse(req, res, "malformed", "This form does not belong to this site. Reload the page.");
    const url = req.url ?? "/";
    const code = isPublicPage(url.split("?", 1)[0] ?? "/") && !isPlainAsked(url) ? await ownerCode() : null;
    const answer = await packer({ ...(await finished(page, false, code, originInFrame(req))), viewOf: null })(
      encodingOf(req.headers["accept-encoding"]),
    );
    dropUnusedCookie(res, page.body);
    send(req, res, { status: page.status, headers: answer.headers, body: answer.body });
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const asked = req.url ?? "/";
    const url = isReadable(asked.split("?", 1)[0] ?? "/") ? standInFor(asked) : NOWHERE;
    req.url = url;
    asks.set(req, asked);
    const path = url.split("?", 1)[0] ?? "/";
    // Set on every request, so that no caller can set them.
    req.headers[clientHeader] = clientIp(req) ?? "";
    req.headers[addressHeader] = url;
    markOwn(req);
    keepApart(res, path);
    if (!isBounded(asked) || !url.startsWith("/") || url.startsWith("//") || !isResolved(asked) || !namesHost(req))
      return refuse(req, res, "malformed", "This is not a valid address on this site.");
    if (memory.isAlone && !isAboutServer(path)) return answerCutOff(cache, req, res);
    if (isRead(req.method) && isKeptFile(path)) return sendKeptFile(req, res, clientOf(req));
    if (isSharedRead(req.method, path, req.headers)) return answerKept(req, res, canonical(url), "");
    if (isOfApi(path)) return toApi(req, res, path);
    if (!isRead(req.method) && req.method !== "POST")
      return refuse(req, res, "method_not_allowed", "This address accepts only GET, HEAD and POST.", {
        allow: ["GET", "HEAD", "POST"],
      });
    if (!isRead(req.method) && !isOwnOrigin(req))
      return refuse(
        req,
        res,
        "forbidden",
        "This form was sent from another site. If this is your own site, set SITE_URL to the address that visitors use.",
      );
    if (!isRead(req.method) && isDeskUpload(path)) return takeUpload(req, res, clientOf(req));
    const body = isRead(req.method) ? null : await receiveForm(req, res, path);
    if (path === "/scheme" && body !== null) return send(req, res, await chooseScheme(req, body));
    // A page has no slash at its end; with one, an address that leads elsewhere does so at once.
    const place = withoutSlash(path);
    const isElsewhere = isRead(req.method) && (namesOldRecord(url) || !hasRoute(place));
    if (isElsewhere && (await answerInstead(req, res, variantOf(req.headers.cookie, url) ?? ""))) return;
    if (isDraftAddress(url) && isRead(req.method)) {
      const shown = await inTurn(req, () => makeLookPreview(next, req));
      if (shown) return send(req, res, shown);
      return deliver(req, res, await keptPage(NOWHERE, encodingOf(req.headers["accept-encoding"]), ""));
    }
    const variant = variantOf(req.headers.cookie, req.url ?? "/");
    const at = canonical(place + url.slice(path.length));
    const encoding = encodingOf(req.headers["accept-encoding"]);
    // A page takes neither a token nor a password from headers, so that those of a proxy's own sign-in change nothing.
    const mayBeKept = isRead(req.method) && isPublicPage(path) && variant !== null && !development;
    const isKept = mayBeKept && cache.has(variant + at);
    if (isSearchPage(url) && !isKept) {
      const retryAfter = await searches.waitForNetwork(clientIp(req));
      if (retryAfter !== null) return deliver(req, res, await busyPage(encoding, variant ?? "", retryAfter));
    } else if (isRead(req.method) && !isKept && isMadeSparingly(at, variant)) await takeVariant(req);
    if (mayBeKept) {
      if (!hasRoute(place)) {
        noteMissed(req, asked);
        return deliver(req, res, await keptPage(nowhereFor(url), encoding, variant));
      }
      return answerKept(req, res, at, variant);
    }
    if (development && isOfFramework(path)) {
      await addCsrfCookie(next, req, res);
      return void (await collectReads(() => next(body === null ? req : withBody(req, body), res)));
    }
    if (isRead(req.method) && isDownload(path)) return sendDownload(next, req, res);
    if (isRead(req.method) && variant !== null && isForSignedIn(req, path)) return send(req, res, await toSignIn(url));
    // Public pages carry no framework script, so nobody needs the framework's own formats of them.
    if (isPublicPage(path))
      for (const name of Object.keys(req.headers))
        if (name === "rsc" || name.startsWith("next-router")) delete req.headers[name];
    return answerPersonal(req, res, body);
  }

  return (req, res) => {
    if (hasBody(req)) closeUnlessRead(req, res);
    const fault = faultInHeaders(req);
    if (fault !== null) return refuse(req, res, "malformed", fault);
    // The hot path: a canonical address whose answer is kept in the wanted packing.
    if (isRead(req.method) && isAnonymous(req.headers) && req.headers.origin === undefined && !hasBody(req)) {
      const variant = variantOf(req.headers.cookie, req.url ?? "/");
      const kept =
        variant === null ? undefined : cache.peek(variant + req.url, encodingOf(req.headers["accept-encoding"]));
      // An address of an old site may lead on from where nothing is.
      if (kept && kept.status !== 404) return deliver(req, res, kept);
    }
    files(req, res, () => {
      answer(req, res).catch((thrown: unknown) => {
        const { requestId, log: write } = clientOf(req);
        if (isCutOff(thrown) && !res.headersSent) return answerCutOff(cache, req, res);
        const refusal = problemFrom(thrown, requestId);
        if (isFault(thrown, refusal.status)) write(thrown);
        if (res.headersSent) return void res.destroy();
        send(req, res, sized(refusal));
      });
    });
  };
}
