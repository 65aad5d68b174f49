import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Reply } from "../../doors/endpoint";
import { bytesOf } from "../../doors/file-reply";
import { widestNetworkOf } from "../../services/limits/networks";
import { isCrumbled } from "../../core/body-pieces";
import { AT_READERS_PACE, paceFor } from "../../core/readers-pace";
import { hasBody } from "../bodies/boundary";
import { isHeldBack } from "../connections/connections";
import { HeldAnswers } from "../connections/held-answers";
import { clientIp } from "../connections/limits";
import { Pace } from "../connections/pace";

/**
 * How long, and for how many bytes, a refused body is still read, so that its sender can read the answer. Milliseconds,
 * bytes.
 */
const [LINGER_MS, LINGER_BYTES] = [2_000, 64 * 1024 * 1024];
/** Refused bodies that are read at a time. Beyond that connections end at once, since reading thousands keeps all others waiting. */
export const MOST_LINGERING = 200;

let lingering = 0;

export type Whole = { status: number; headers: Record<string, string> | string[]; body: string | Buffer | null };

/** Closes the connection after the answer unless the whole body was read, since the rest of it is no request. */
export function closeUnlessRead(req: IncomingMessage, res: ServerResponse): void {
  const wasKept = res.shouldKeepAlive;
  res.shouldKeepAlive = false;
  req.once("end", () => {
    res.shouldKeepAlive = wasKept;
  });
}

const held = new HeldAnswers();
const pace = new Pace();

const networkOf = (req: IncomingMessage) => () => widestNetworkOf(clientIp(req));

/** Whether an answer may be written whole, now; it counts as written then, and among the answers in memory. */
export function mayWriteWhole(req: IncomingMessage, res: ServerResponse, body: Buffer): boolean {
  if (!pace.hasRoomFor(body.byteLength)) return false;
  held.add(res, body, networkOf(req));
  return true;
}

/** Ends an answer, whose head is written, with its body: a long one in pieces. */
export function endWith(req: IncomingMessage, res: ServerResponse, body: Buffer): void {
  held.add(res, body, networkOf(req));
  pace.end(res, body, networkOf(req));
}

/** Refusals are shorter, in bytes. A longer answer to somebody who has not sent their body is sent as any other one. */
const LONGEST_REFUSAL = 16 * 1024;

/**
 * Begins an answer. Beside headers that are set already, Node keeps only the last of several lines of one name, such as
 * those of cookies.
 */
function begin(res: ServerResponse, status: number, headers: Whole["headers"]): void {
  if (!Array.isArray(headers) || res.getHeaderNames().length === 0) return void res.writeHead(status, headers);
  const named = new Set<string>();
  for (let i = 0; i < headers.length; i += 2) {
    const [name = "", value = ""] = [headers[i], headers[i + 1]];
    if (named.has(name.toLowerCase())) res.appendHeader(name, value);
    else res.setHeader(name, value);
    named.add(name.toLowerCase());
  }
  res.writeHead(status);
}

/**
 * Sends a whole answer. After a refusal a body that is still arriving is discarded for a moment before the connection
 * ends: closed at once, the system would report a fault to the sender, and the answer would be lost.
 */
export function send(req: IncomingMessage, res: ServerResponse, { status, headers, body }: Whole): void {
  begin(res, status, headers);
  const given = req.method === "HEAD" ? null : body;
  const bytes = typeof given === "string" ? Buffer.from(given) : given;
  const isLong = bytes !== null && bytes.byteLength > LONGEST_REFUSAL;
  if (req.complete || !hasBody(req) || isHeldBack(req) || isLong || lingering >= MOST_LINGERING)
    return bytes === null ? void res.end() : endWith(req, res, bytes);
  if (bytes === null) res.flushHeaders();
  else res.write(bytes);
  lingering += 1;
  const timer = setTimeout(leave, LINGER_MS);
  let [left, pieces, isOver] = [LINGER_BYTES, 0, false];
  function leave() {
    if (isOver) return;
    isOver = true;
    lingering -= 1;
    clearTimeout(timer);
    res.end();
  }
  req.on("data", (chunk: Buffer) => {
    left -= chunk.byteLength;
    pieces += 1;
    if (left < 0 || isCrumbled(pieces, LINGER_BYTES - left)) leave();
  });
  req.once("end", leave).once("close", leave);
  req.resume();
}

/** Sends an answer of the API; a file as fast as its reader takes it. */
export async function sendReply(req: IncomingMessage, res: ServerResponse, reply: Reply): Promise<void> {
  if (reply.file === undefined) return send(req, res, sized(reply));
  res.writeHead(reply.status, { ...reply.headers, ...AT_READERS_PACE });
  if (req.method === "HEAD") return void res.end();
  // A reader who leaves half-way is no failure.
  await pipeline(bytesOf(reply.file), res).catch(() => res.destroy());
}

/** An answer of the API with its length. */
export function sized({ status, headers, body }: Reply): Whole {
  if (body === null) return { status, headers, body };
  const bytes = Buffer.byteLength(body);
  return { status, headers: { ...headers, "content-length": String(bytes), ...paceFor(bytes) }, body };
}
