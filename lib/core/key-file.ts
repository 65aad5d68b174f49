import { hkdfSync, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { env } from "./env";
import { flush } from "./flush";
import { StorageError } from "./storage-error";

const BYTES = 32;

export const keyFile = () => join(env.dataDir, "secret.key");

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");

/** Names where the key comes from, at the beginning of a sentence. */
export const keySource = (): string =>
  env.secretKey === undefined ? `The key file ${keyFile()}` : "The key in the setting SECRET_KEY";

/** What to do about a key that is lost, damaged or another site's. */
export const KEY_ADVICE =
  "Restore it from a backup. If there is none, run `npm run cms -- key renew`: this turns second factors off, and everyone has to sign in again. Several servers on one database have one key: set SECRET_KEY to the content of the first one's secret.key.";

/** Reads the site's key, from the settings or its file; null where there is none, refused where it is damaged. */
export function readKey(): Buffer | null {
  if (env.secretKey !== undefined) return Buffer.from(env.secretKey, "base64");
  const file = keyFile();
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw new StorageError(
      `The key file ${file} cannot be read (${codeOf(error)}). Give this user the right to read it.`,
    );
  }
  const key = Buffer.from(text, "base64");
  // Compared after encoding again, since decoding skips characters that are not base64.
  if (key.byteLength !== BYTES || key.toString("base64") !== text)
    throw new StorageError(`The key file ${file} is ${text === "" ? "empty" : "damaged"}. ${KEY_ADVICE}`);
  return key;
}

/** Renames a file unless the name is taken. */
function nameOnce(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    // Some file systems have no hard links.
    if (!existsSync(to)) renameSync(from, to);
  }
}

/**
 * Makes the site's key; it gets its name when it is complete on disk. Two processes that make one both return the
 * first.
 */
export function makeKey(): Buffer {
  const file = keyFile();
  const unfinished = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    mkdirSync(env.dataDir, { recursive: true, mode: 0o700 });
    const fd = openSync(unfinished, "wx", 0o600);
    try {
      writeSync(fd, `${randomBytes(BYTES).toString("base64")}\n`);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    nameOnce(unfinished, file);
    flush(env.dataDir);
  } catch (error) {
    throw new StorageError(
      `The key file ${file} could not be written (${codeOf(error)}). Free some space, or give this user the right to write there.`,
    );
  } finally {
    rmSync(unfinished, { force: true });
  }
  return readKey() ?? makeKey();
}

/** Renames an unusable key file to a name with the time. */
export function putKeyAside(now: Date): void {
  if (existsSync(keyFile())) renameSync(keyFile(), `${keyFile()}.before-${now.toISOString().replace(/[:.]/g, "-")}`);
}

/** A mark made with a key, to distinguish keys; it reveals nothing about the key. */
export const markOf = (key: Buffer): string =>
  Buffer.from(hkdfSync("sha256", key, "", "broadsheet key mark", 32)).toString("base64url");
