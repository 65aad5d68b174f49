import { createHash } from "node:crypto";

/**
 * The name of an answer, without quotes. By its headers as well: an unchanged answer is said without them, and browsers go
 * on with those that they have, such as a policy that allows what it no longer should, or another number of records.
 */
export const etagOf = (headers: readonly string[], body: string | Buffer): string =>
  createHash("sha256").update(headers.join("\n")).update(body).digest("base64url").slice(0, 22);
