import type { IncomingHttpHeaders } from "node:http";
import { identity } from "../core/identity";
import { isSecure, sessionCookie } from "./host-cookie";
import { decodeSession } from "./session-cookie";

/** The sender of a browser's request: signed in, with an ended session, or a stranger. */
export type Sender = "known" | "ended" | "stranger";

/** The value of one cookie in a `Cookie` header. */
const cookieIn = (header: string, name: string): string | undefined =>
  header
    .split(";")
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** The owner of these cookies. Only what this site encrypted is looked up. */
export async function senderOf(headers: IncomingHttpHeaders): Promise<Sender> {
  const secure = await isSecure((name) => headers[name]?.toString());
  const cookie = cookieIn(headers.cookie ?? "", sessionCookie(secure).name);
  const secret = cookie === undefined ? null : await decodeSession(cookie);
  if (secret === null) return "stranger";
  return (await identity.get().ofSession(secret)) ? "known" : "ended";
}
