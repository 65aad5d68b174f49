import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { makeKey, readKey } from "./key-file";
import { forgetShared, shared } from "./shared";

/** The site's master key, made at first use and readable by its owner only. */
const masterKey = (): Buffer => shared("master-key", () => readKey() ?? makeKey());

/** Derives a key for one purpose from the master key. */
function keyFor(purpose: string): Buffer {
  return shared(`key.${purpose}`, () => Buffer.from(hkdfSync("sha256", masterKey(), "", `broadsheet ${purpose}`, 32)));
}

/** Forgets the keys of a site whose key file was exchanged. */
export function forgetKeys(): void {
  forgetShared((name) => name === "master-key" || name.startsWith("key."));
}

/** Signs `value`: 43 characters of base64url. */
export const sign = (purpose: string, value: string): string =>
  createHmac("sha256", keyFor(purpose)).update(value).digest("base64url");

/** Compares two strings in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const key = keyFor("compare");
  const [x, y] = [a, b].map((value) => createHmac("sha256", key).update(value).digest()) as [Buffer, Buffer];
  return timingSafeEqual(x, y);
}

/** A value with this site's mark. `about`: what is signed, where that is more than the value. */
export const withMark = (purpose: string, value: string, about = value): string => `${value}.${sign(purpose, about)}`;

/** What was marked; null where the mark is missing or not this site's. */
export function withoutMark(purpose: string, marked: string, aboutOf = (value: string) => value): string | null {
  const at = marked.lastIndexOf(".");
  const value = marked.slice(0, Math.max(at, 0));
  return at >= 0 && sameSecret(marked.slice(at + 1), sign(purpose, aboutOf(value))) ? value : null;
}

/** Encrypts a text (AES-256-GCM) so that a stolen database alone does not show it. */
export function seal(purpose: string, plain: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), iv);
  return Buffer.concat([iv, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64");
}

/** Decrypts what `seal` returned; throws when it was changed. */
export function unseal(purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return decipher.update(bytes.subarray(12, -16), undefined, "utf8") + decipher.final("utf8");
}
