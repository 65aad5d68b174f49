import type { IncomingMessage, ServerResponse } from "node:http";
import { hasBody } from "./boundary";
import { isHeldBack } from "./connections";

/**
 * How long, and for how many bytes, a refused body is still read, so that its sender can read the answer. Milliseconds,
 * bytes.
 */
const [LINGER_MS, LINGER_BYTES] = [2_000, 64 * 1024 * 1024];

export type Whole = { status: number; headers: Record<string, string> | string[]; body: string | Buffer | null };

/** Closes the connection after the answer unless the whole body was read, since the rest of it is no request. */
export function closeUnlessRead(req: IncomingMessage, res: ServerResponse): void {
  const wasKept = res.shouldKeepAlive;
  res.shouldKeepAlive = false;
  req.once("end", () => {
    res.shouldKeepAlive = wasKept;
  });
}

/**
 * Sends a whole answer. A body that is still arriving is discarded for a moment before the connection ends: closed at
 * once, the system would report a fault to the sender, and the answer would be lost.
 */
export function send(req: IncomingMessage, res: ServerResponse, { status, headers, body }: Whole): void {
  res.writeHead(status, headers);
  const bytes = req.method === "HEAD" ? null : body;
  if (req.complete || !hasBody(req) || isHeldBack(req)) return void res.end(bytes ?? undefined);
  if (bytes === null) res.flushHeaders();
  else res.write(bytes);
  const timer = setTimeout(leave, LINGER_MS);
  let left = LINGER_BYTES;
  function leave() {
    clearTimeout(timer);
    res.end();
  }
  req.on("data", (chunk: Buffer) => {
    left -= chunk.byteLength;
    if (left < 0) leave();
  });
  req.once("end", leave).once("close", leave);
  req.resume();
}

/** Sends an answer with its length. */
export const sized = ({
  status,
  headers,
  body,
}: {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}): Whole => ({
  status,
  headers: body === null ? headers : { ...headers, "content-length": String(Buffer.byteLength(body)) },
  body,
});
