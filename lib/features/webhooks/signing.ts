import { createHmac } from "node:crypto";
import { seal, unseal } from "../../core/secrets";

const PURPOSE = "webhook";

export const sealSecret = (secret: string): string => seal(PURPOSE, secret);
export const openSecret = (sealed: string): string => unseal(PURPOSE, sealed);

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of time and body, so that an old message cannot be replayed. */
export function signatureOf(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}
