import type { IncomingMessage } from "node:http";
import { AppError } from "../core/errors";
import { ownerOf } from "../doors/bearer";
import { apiBounds, isBrief, type More, pageBounds, receiveBody } from "./boundary";
import { checkForm } from "./forms";

/** Whoever sends the API more than a stranger may shows a token that holds. */
async function askToken({ headers }: IncomingMessage): Promise<More> {
  if (headers.authorization === undefined) return "refuse";
  if (!(await ownerOf(headers.authorization)))
    throw new AppError("unauthenticated", "This access token is not valid (any more). Please sign in again.");
  return "keep";
}

/** Whether nobody has signed in with this browser. */
export async function isStranger({ headers }: IncomingMessage): Promise<boolean> {
  const { senderOf } = await import("../doors/sender");
  return (await senderOf(headers)) === "stranger";
}

/** Whoever sends a page more is signed in. An action whose sender's sign-in has ended is heard out, to be told so. */
async function askSession({ headers }: IncomingMessage): Promise<More> {
  const { senderOf } = await import("../doors/sender");
  const sender = await senderOf(headers);
  if (sender === "known") return "keep";
  return sender === "ended" && headers["next-action"] !== undefined ? "discard" : "refuse";
}

/** The body of a call of the API, whose lines check what it holds. */
export const apiBody = async (req: IncomingMessage): Promise<Buffer> =>
  (await receiveBody(req, apiBounds, () => askToken(req))) ?? Buffer.alloc(0);

/** An action without what it was sent with: it looks at the sign-in first. */
const emptyAction = Buffer.from("[{}]");

/** The body of a form or action, looked at. */
export async function pageBody(req: IncomingMessage, path: string): Promise<Buffer> {
  const body = await receiveBody(req, pageBounds(path), () => askSession(req));
  if (body === null) {
    req.headers["content-type"] = "text/plain;charset=UTF-8";
    return emptyAction;
  }
  await checkForm(req, body, !isBrief(path));
  return body;
}
