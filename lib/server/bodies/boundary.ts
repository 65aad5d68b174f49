import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { BodyPieces } from "../../core/body-pieces";
import { AppError } from "../../core/errors";
import { busy } from "../../core/waiting-line";
import { clientHeader } from "../../doors/client-header";
import { MAX_BODY } from "../../doors/json-body";
import { widestNetworkOf } from "../../services/limits/networks";
import { anotherTurn } from "../connections/fair-requests";
import { HeldBodies } from "../connections/held-bodies";

/** Bytes of a body that strangers may send. */
export const STRANGERS_BODY = 64 * 1024;
/** Bytes of a form or action of a signed-in sender: a text of the API's bound, in the longest encoding. */
const ACTION_BODY = 4 * MAX_BODY + STRANGERS_BODY;
/** Milliseconds that a body may take to arrive; longer for signed-in senders. */
const [BODY_MS, LONG_BODY_MS] = [30_000, 60_000];

/** The parts of a request that receiving its body needs. */
export type Incoming = Readable & Pick<IncomingMessage, "headers">;

/** Bytes that an address accepts from strangers and from senders that the site knows. */
export type Bounds = { stranger: number; known: number };

/** Bounds of a body for the API; uploads are counted where they are stored. */
export const apiBounds: Bounds = { stranger: STRANGERS_BODY, known: MAX_BODY };

/** Addresses where people and mail programs only sign in, choose or unsubscribe; their bodies are short. */
export const isBrief = (path: string) =>
  path.startsWith("/api/auth/") || path === "/login/here" || path === "/scheme" || path.startsWith("/unsubscribe");

/** Bounds of a body for a page. */
export const pageBounds = (path: string): Bounds => ({
  stranger: STRANGERS_BODY,
  known: isBrief(path) ? STRANGERS_BODY : ACTION_BODY,
});

/** How the rest of a large body is taken: kept, counted and discarded, or refused. */
export type More = "keep" | "discard" | "refuse";

const tooLarge = (most: number) => new AppError("too_large", `The body may have at most ${most} bytes.`);
const tooSmall = () => new AppError("malformed", "The body came in too many pieces. Send larger ones.");
const tooSlow = (ms: number) => new AppError("too_slow", `The body did not arrive within ${ms / 1000} seconds.`);

/** Whether a request says that a body follows. */
export const hasBody = ({ headers }: Incoming): boolean =>
  headers["transfer-encoding"] !== undefined ||
  (headers["content-length"] !== undefined && headers["content-length"] !== "0");

/** Whether the sender of a request has left; whoever only says no more still waits for the answer. */
const hasLeft = (req: Incoming & { socket?: Socket }): boolean => req.socket?.destroyed === true;

/** Bytes that may wait for the ends of bodies, those of their heads as well: four times as many as usual forms have. */
const MOST_HELD = 16 * 1024 * 1024;
/** Bodies of senders that are not looked up yet; long ones of staff come a few at a time (`long-bodies.ts`). */
const held = new HeldBodies(MOST_HELD);
/** What a line of a head takes beside its characters, each of which is kept twice. */
const LINE = 100;
const weightOf = ({ headers }: Incoming): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + 2 * (name.length + String(value).length) + LINE, 0);
/** Seconds after which to send again what has lost its place. */
const AGAIN_S = 5;

/**
 * Receives a whole body within its bounds, counted while it arrives; null for a discarded one. The sender is looked up
 * once it exceeds a stranger's bound; meanwhile the rest waits in the socket, not in memory. What follows has a turn of the
 * sender's network, since hundreds may end at the same time; until then the body counts as one that arrives.
 */
export async function receiveBody(
  req: Incoming,
  { stranger, known }: Bounds,
  askForMore: () => Promise<More>,
): Promise<Buffer | null> {
  if (!hasBody(req)) return Buffer.alloc(0);
  if ((req.headers["content-encoding"] ?? "identity") !== "identity")
    throw new AppError("unsupported_media", "Send the body without Content-Encoding.");
  const declared = Number(req.headers["content-length"] ?? 0);
  if (declared > known) throw tooLarge(known);
  let more: More | undefined;
  const ask = async () => {
    more = known > stranger ? await askForMore() : "refuse";
    if (more === "refuse") throw tooLarge(stranger);
  };
  if (declared > stranger) await ask();

  return new Promise((resolve, reject) => {
    const pieces = new BodyPieces();
    let timer: NodeJS.Timeout | undefined;
    const network = widestNetworkOf(req.headers[clientHeader]?.toString() || null);
    const holding = held.begin(network, () => refuse(busy(AGAIN_S)));
    let outcome: (() => void) | undefined;
    const end = (how: () => void) => {
      clearTimeout(timer);
      req.off("data", take).off("end", whole).off("close", cutOff).off("error", cutOff);
      const isWaiting = outcome !== undefined;
      outcome = how;
      if (isWaiting) return;
      void anotherTurn(req).then(() => {
        holding.end();
        if (hasLeft(req)) cutOff();
        outcome?.();
      });
    };
    const refuse = (error: unknown) => {
      holding.end();
      pieces.forget();
      end(() => reject(error));
    };
    const wait = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => refuse(tooSlow(ms)), ms);
    };
    const whole = () => end(() => resolve(more === "discard" ? null : pieces.whole()));
    const cutOff = () => refuse(new AppError("malformed", "The body ended too early. Send all of it."));
    const take = (chunk: Buffer) => {
      pieces.add(chunk);
      if (more === undefined) holding.add(chunk.byteLength);
      if (more === "discard") pieces.forget();
      if (pieces.areCrumbs) return refuse(tooSmall());
      if (pieces.bytes > (more === undefined ? stranger : known)) {
        req.pause();
        // Whoever waits for a turn meanwhile is not slow.
        clearTimeout(timer);
        if (more !== undefined) return refuse(tooLarge(known));
        ask().then(goOn, refuse);
      }
    };
    const goOn = () => {
      holding.end();
      if (more === "discard") pieces.forget();
      wait(LONG_BODY_MS);
      req.resume();
    };
    wait(more === undefined ? BODY_MS : LONG_BODY_MS);
    req.on("data", take).on("end", whole).on("close", cutOff).on("error", cutOff);
    if (more === undefined) holding.add(weightOf(req));
  });
}
