import type { IncomingMessage, ServerResponse } from "node:http";
import { isStaff } from "../../core/access";
import { AppError } from "../../core/errors";
import { lineOfStaff } from "../../core/known-browser";
import { ownerOf } from "../../doors/bearer";
import { clientHeader } from "../../doors/client-header";
import { apiBounds, type Incoming, type More, pageBounds, receiveBody } from "./boundary";
import { takeLongBody } from "./long-bodies";

/** A sender of more than a stranger's bytes must have a valid token of staff. */
async function askToken({ headers }: Incoming, res: ServerResponse | null): Promise<More> {
  if (headers.authorization === undefined) return "refuse";
  const found = await ownerOf(headers.authorization, headers[clientHeader]?.toString() || null);
  if (!found)
    throw new AppError("unauthenticated", "This access token is not valid or has expired. Please sign in again.");
  const { id, tokenId, scopes } = found.owner;
  // Nothing that such a token reaches takes more, and its owner's texts would wait for what it sends.
  if (scopes && !scopes.some((scope) => scope !== "content:read")) return "refuse";
  if (!isStaff(found.owner)) return "refuse";
  if (res) await takeLongBody({ account: id, token: tokenId ?? null }, res);
  return "keep";
}

/** Who sends a request, and with which browser in which somebody signed in before. */
export async function whoSends({
  headers,
}: IncomingMessage): Promise<{ kind: "stranger" | "ended" | "reader" | "staff"; browser: string | null }> {
  if (headers.cookie === undefined) return { kind: "stranger", browser: null };
  const { senderOf } = await import("../../doors/sender");
  const sender = await senderOf(headers);
  return sender.kind === "known" ? { kind: sender.isStaff ? "staff" : "reader", browser: null } : sender;
}

/** The account of staff that is signed in with this browser, or was before; null for others. */
export async function staffOf({ headers }: IncomingMessage): Promise<string | null> {
  if (headers.cookie === undefined) return null;
  const { senderOf } = await import("../../doors/sender");
  const sender = await senderOf(headers);
  if (sender.kind === "known") return sender.isStaff ? `account ${sender.id}` : null;
  return lineOfStaff(sender.browser);
}

/**
 * A sender of more than a stranger's bytes must be staff: readers may have any number of accounts. An action with an ended
 * session is received, so that it can be answered.
 */
async function askSession({ headers }: IncomingMessage, res: ServerResponse): Promise<More> {
  const { senderOf } = await import("../../doors/sender");
  const sender = await senderOf(headers);
  if (sender.kind === "known") {
    if (!sender.isStaff) return "refuse";
    await takeLongBody({ account: sender.id }, res);
    return "keep";
  }
  return sender.kind === "ended" && headers["next-action"] !== undefined ? "discard" : "refuse";
}

/** The body of an API call, whose line checks its content. A long one has its account's turn until `res` is sent. */
export const apiBody = async (req: Incoming, res: ServerResponse | null): Promise<Buffer> =>
  (await receiveBody(req, apiBounds, () => askToken(req, res))) ?? Buffer.alloc(0);

/** An action without its body: it checks the session first. */
const emptyAction = Buffer.from("[{}]");

/** The same of a form or action. */
export async function pageBody(req: IncomingMessage, res: ServerResponse, path: string): Promise<Buffer> {
  const body = await receiveBody(req, pageBounds(path), () => askSession(req, res));
  if (body === null) {
    req.headers["content-type"] = "text/plain;charset=UTF-8";
    return emptyAction;
  }
  return body;
}
