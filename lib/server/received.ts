import type { IncomingMessage } from "node:http";
import { AppError } from "../core/errors";
import { ownerOf } from "../doors/bearer";
import { apiBounds, type Incoming, isBrief, type More, pageBounds, receiveBody } from "./boundary";
import { checkForm } from "./forms";

/** A sender of more than a stranger's bytes must have a valid token. */
async function askToken({ headers }: Incoming): Promise<More> {
  if (headers.authorization === undefined) return "refuse";
  if (!(await ownerOf(headers.authorization)))
    throw new AppError("unauthenticated", "This access token is not valid or has expired. Please sign in again.");
  return "keep";
}

/** Whether nobody is signed in with this browser. */
export async function isStranger({ headers }: IncomingMessage): Promise<boolean> {
  const { senderOf } = await import("../doors/sender");
  return (await senderOf(headers)) === "stranger";
}

/**
 * A sender of more than a stranger's bytes must be signed in. An action with an ended session is received, so that it
 * can be answered.
 */
async function askSession({ headers }: IncomingMessage): Promise<More> {
  const { senderOf } = await import("../doors/sender");
  const sender = await senderOf(headers);
  if (sender === "known") return "keep";
  return sender === "ended" && headers["next-action"] !== undefined ? "discard" : "refuse";
}

/** The body of an API call, whose line checks its content. */
export const apiBody = async (req: Incoming): Promise<Buffer> =>
  (await receiveBody(req, apiBounds, () => askToken(req))) ?? Buffer.alloc(0);

/** An action without its body: it checks the session first. */
const emptyAction = Buffer.from("[{}]");

/** The checked body of a form or action. */
export async function pageBody(req: IncomingMessage, path: string): Promise<Buffer> {
  const body = await receiveBody(req, pageBounds(path), () => askSession(req));
  if (body === null) {
    req.headers["content-type"] = "text/plain;charset=UTF-8";
    return emptyAction;
  }
  await checkForm(req, body, !isBrief(path));
  return body;
}
