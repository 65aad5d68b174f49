import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { api, reply, takesFiles } from "../api/app";
import type { Client } from "../api/client";
import { AppError } from "../core/errors";
import { problemFrom } from "../doors/problem";
import { canonical, isSharedRead } from "./addresses/addresses";
import { forwardedIp, isBounded } from "./connections/limits";
import { variantFor } from "./keeping/origin-variants";
import { isKnown, packer } from "./keeping/packing";
import { apiBody } from "./bodies/received";

/** The request with its body, received within the front desk's bounds; uploads are read as a stream. */
async function received(request: Request, path: string): Promise<Request> {
  const { method, headers } = request;
  if (method === "GET" || method === "HEAD" || takesFiles(method, path)) return request;
  const incoming = request.body === null ? Readable.from([]) : Readable.fromWeb(request.body as never);
  const body = await apiBody(Object.assign(incoming, { headers: Object.fromEntries(headers) }), null);
  return new Request(request.url, { method, headers, ...(body.byteLength > 0 && { body: new Uint8Array(body) }) });
}

/** Headers that stand in one row, each behind its name. */
const inPairs = (row: readonly string[]): [string, string][] =>
  row.flatMap((value, i): [string, string][] => (i % 2 === 1 ? [[row[i - 1] ?? "", value]] : []));

/** A public read with the headers that the front desk adds to kept answers. */
async function answerShared({ method, headers: asked }: Request, address: string, client: Client): Promise<Response> {
  const { status, headers, body } = await reply(new Request(`http://localhost${canonical(address)}`), client);
  const pack = packer({ status, headers: Object.entries(headers), body: Buffer.from(body ?? ""), viewOf: null });
  const answer = await variantFor(asked.get("origin") ?? undefined, await pack("identity"));
  if (isKnown(asked.get("if-none-match") ?? undefined, answer.etag))
    return new Response(null, { status: 304, headers: inPairs(answer.unchanged) });
  return new Response(method === "HEAD" ? null : body, { status, headers: inPairs(answer.headers) });
}

/** The API as a route handler of Next, for use without the front desk: it answers the same. */
export async function apiRoute(request: Request): Promise<Response> {
  const headers = Object.fromEntries(request.headers);
  const client: Client = { ip: forwardedIp({ headers }), requestId: randomUUID(), log: console.error };
  const { pathname, search } = new URL(request.url);
  try {
    if (!isBounded(pathname + search)) throw new AppError("malformed", "This is not a valid address on this site.");
    return isSharedRead(request.method, pathname, headers)
      ? await answerShared(request, pathname + search, client)
      : await api(await received(request, pathname), client);
  } catch (thrown) {
    const refusal = problemFrom(thrown, client.requestId);
    if (refusal.status >= 500) client.log(thrown);
    return new Response(refusal.body, refusal);
  }
}
