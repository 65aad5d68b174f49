import type { IncomingHttpHeaders } from "node:http";
import { findSession } from "../auth/sessions";
import { engine } from "../core/operation";
import { decodeSession, isSecure, sessionCookie } from "./session-cookie";

/** Who a browser's request comes from: somebody signed in, somebody whose sign-in has ended, or anybody. */
export type Sender = "known" | "ended" | "stranger";

/** The value of one cookie in a `Cookie` header. */
const cookieIn = (header: string, name: string): string | undefined =>
  header
    .split(";")
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Whose cookies these are. Only what was encrypted here is looked up. */
export async function senderOf(headers: IncomingHttpHeaders): Promise<Sender> {
  const secure = await isSecure((name) => headers[name]?.toString());
  const cookie = cookieIn(headers.cookie ?? "", sessionCookie(secure).name);
  const secret = cookie === undefined ? null : await decodeSession(cookie);
  if (secret === null) return "stranger";
  return (await findSession(engine().reader, secret, new Date())) ? "known" : "ended";
}
