import { type IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { newNonce } from "./page-policy";

export type NextHandler = (req: IncomingMessage, res: ServerResponse) => Promise<unknown>;
export type Rendered = {
  status: number;
  headers: [string, string][];
  body: Buffer;
  /** What the framework marked its own scripts with, and nobody else can have known. */
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

/** Makes a response that stands for no socket collect what is written instead of sending it; answers all of it once the writer has ended. */
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
      // The writer waits for these before it lets go of what it holds.
      process.nextTick(() => {
        res.emit("finish");
        res.emit("close");
      });
      return res;
    }) as typeof res.end;
  });
}

/** The page that says that nothing is there. */
export const NOWHERE = "/search/nothing";

/** The same inside the dashboard, for those who may see it. */
const NOWHERE_INSIDE = "/admin/-";

/** Within so many bytes of a page the framework marks it as one that its scripts are to fill. */
const MARKED = 160;

/** Whether nothing was found, and nothing is said about it: Next leaves that to its scripts, and a handler to others. */
export const isUnsaid = ({ status, body }: Rendered) =>
  status === 404 && (body.byteLength === 0 || body.subarray(0, MARKED).includes('id="__next_error__"'));

/** Tells the framework the nonce, in the header where it looks for one, whatever its sender said there. */
function mark(req: IncomingMessage): string {
  const nonce = newNonce();
  delete req.headers["content-security-policy-report-only"];
  req.headers["content-security-policy"] = `script-src 'nonce-${nonce}'`;
  return nonce;
}

/** A request that stands for no socket, with a body that is there. */
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

/** Somebody's request with the body that was received of it. */
export function withBody(req: IncomingMessage, body: Buffer): IncomingMessage {
  const { "transfer-encoding": _coding, ...headers } = req.headers;
  return detached(req.method, req.url, { ...headers, "content-length": String(body.byteLength) }, body);
}

/**
 * Has Next make a page for nobody in particular: a request of its own with only the headers given,
 * so that no visitor's header reaches what others will be shown, and nobody's leaving ends it.
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

/** The same with, of a visitor, the chosen colours alone. */
export const renderForNobody = (handler: NextHandler, url: string, scheme: string): Promise<Rendered> =>
  renderDetached(handler, url, {
    host: "localhost",
    accept: "text/html",
    "user-agent": "broadsheet",
    ...(scheme && { cookie: `scheme=${scheme}` }),
  });

/**
 * Has Next answer one person's own request; the answer is collected beside the socket's own response. Where it finds
 * nothing, the dashboard says so inside itself; it has no page for those who may not see it.
 */
export async function renderFor(handler: NextHandler, req: IncomingMessage): Promise<Rendered> {
  const res = new ServerResponse(req);
  const done = collect(res, mark(req));
  await handler(req, res);
  const page = await done;
  if (!isUnsaid(page)) return page;
  const { host = "localhost", cookie = "" } = req.headers;
  const instead = (url: string) =>
    renderDetached(handler, url, { host, cookie, accept: "text/html", "user-agent": "broadsheet" });
  const inside = req.url?.startsWith("/admin/") ? await instead(NOWHERE_INSIDE) : undefined;
  return inside?.status === 200 ? inside : instead(NOWHERE);
}
