import { type IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { NOWHERE } from "../addresses/addresses";
import { newNonce } from "./page-policy";

export type NextHandler = (req: IncomingMessage, res: ServerResponse) => Promise<unknown>;
export type Rendered = {
  status: number;
  headers: [string, string][];
  body: Buffer;
  /** The nonce of the framework's own scripts, which nobody else can know. */
  nonce: string;
};

const flat = (res: ServerResponse): [string, string][] =>
  Object.entries(res.getHeaders()).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((each): [string, string][] =>
      each === undefined ? [] : [[name, String(each)]],
    ),
  );

const toBuffer = (chunk: unknown, encoding: unknown): Buffer =>
  typeof chunk === "string"
    ? Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8")
    : Buffer.from(chunk as Uint8Array);

/** Collects what is written to a response without a socket; resolves once its writer has ended. */
function collect(res: ServerResponse, nonce: string): Promise<Rendered> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const add = (chunk: unknown, encoding: unknown) => {
      if (chunk !== undefined && chunk !== null && typeof chunk !== "function") chunks.push(toBuffer(chunk, encoding));
    };
    res.writeHead = (status: number, ...rest: unknown[]) => {
      res.statusCode = status;
      const headers = rest.at(-1);
      if (typeof headers === "object" && headers !== null && !Array.isArray(headers))
        for (const [name, value] of Object.entries(headers)) res.setHeader(name, value as string);
      return res;
    };
    res.flushHeaders = () => undefined;
    res.write = ((chunk: unknown, encoding: unknown, done: unknown) => {
      add(chunk, encoding);
      const callback = typeof encoding === "function" ? encoding : done;
      if (typeof callback === "function") process.nextTick(callback);
      return true;
    }) as typeof res.write;
    res.end = ((chunk: unknown, encoding: unknown) => {
      add(chunk, encoding);
      resolve({ status: res.statusCode, headers: flat(res), body: Buffer.concat(chunks), nonce });
      // The writer waits for these before it frees its buffers.
      process.nextTick(() => {
        res.emit("finish");
        res.emit("close");
      });
      return res;
    }) as typeof res.end;
  });
}

/** The same inside the dashboard, for those who may see it. */
const NOWHERE_INSIDE = "/admin/-";

/** Within so many bytes of a page the framework marks it as one that its scripts are to fill. */
const MARKED = 160;

/**
 * Whether nothing was found, and the answer does not say so: a handler that called `notFound` answers without a content
 * type, and a page of the framework leaves the words to its scripts.
 */
export const isUnsaid = ({ status, headers, body }: Rendered) =>
  status === 404 &&
  (!headers.some(([name]) => name === "content-type") || body.subarray(0, MARKED).includes('id="__next_error__"'));

/** Sets the nonce in the header where the framework looks for it, replacing what the sender sent there. */
function mark(req: IncomingMessage): string {
  const nonce = newNonce();
  delete req.headers["content-security-policy-report-only"];
  req.headers["content-security-policy"] = `script-src 'nonce-${nonce}'`;
  return nonce;
}

/** A request without a socket, with a given body. */
function detached(
  method: string | undefined,
  url: string | undefined,
  headers: IncomingHttpHeaders,
  body?: Buffer,
): IncomingMessage {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { method, url, headers });
  if (body && body.byteLength > 0) req.push(body);
  req.push(null);
  return req;
}

/** A caller's request with its received body. */
export function withBody(req: IncomingMessage, body: Buffer): IncomingMessage {
  const { "transfer-encoding": _coding, ...headers } = req.headers;
  return detached(req.method, req.url, { ...headers, "content-length": String(body.byteLength) }, body);
}

/**
 * Lets Next render a page for nobody in particular: a request of its own with the given headers only, so that no
 * visitor's header reaches other visitors, and nobody's leaving ends it.
 */
export async function renderDetached(
  handler: NextHandler,
  url: string,
  headers: Record<string, string>,
): Promise<Rendered> {
  const req = detached("GET", url, { ...headers });
  const res = new ServerResponse(req);
  const done = collect(res, mark(req));
  await handler(req, res);
  return done;
}

/** The same with a visitor's chosen colours only. */
export const renderForNobody = (handler: NextHandler, url: string, scheme: string): Promise<Rendered> =>
  renderDetached(handler, url, {
    host: "localhost",
    accept: "text/html",
    "user-agent": "broadsheet",
    ...(scheme && { cookie: `scheme=${scheme}` }),
  });

/**
 * Lets Next answer one person's own request, and collects the answer. Where it finds nothing, the dashboard says so in
 * its frame, unless the person may not see it.
 */
export async function renderFor(handler: NextHandler, req: IncomingMessage): Promise<Rendered> {
  const res = new ServerResponse(req);
  const done = collect(res, mark(req));
  await handler(req, res);
  const page = await done;
  if (!isUnsaid(page)) return page;
  const { host = "localhost", cookie = "", referer, "sec-fetch-site": site } = req.headers;
  // The dashboard waits for a first touch where another site has led somebody to it.
  const way = { ...(referer && { referer }), ...(typeof site === "string" && { "sec-fetch-site": site }) };
  const instead = (url: string) =>
    renderDetached(handler, url, { host, cookie, accept: "text/html", "user-agent": "broadsheet", ...way });
  const inside = req.url?.startsWith("/admin/") ? await instead(NOWHERE_INSIDE) : undefined;
  return inside?.status === 200 ? inside : instead(NOWHERE);
}
