import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { sameSecret } from "../../core/secrets";

const HEADER = "x-broadsheet-own";
const secret = randomBytes(16).toString("base64url");

/** Marks a request that goes to the framework: what it has to ask this server for, it asks with the same headers. */
export const markOwn = ({ headers }: Pick<IncomingMessage, "headers">): void => void (headers[HEADER] = secret);

/** Whether a request comes from the framework, on behalf of one that came in before; nobody else knows the mark. */
export function isOwn({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const mark = headers[HEADER];
  return mark !== undefined && sameSecret(String(mark), secret);
}
