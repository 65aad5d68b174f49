// Hashes and checks passwords in a thread: bcrypt would block every request for a quarter of a second. Plain
// JavaScript, so that neither Next nor esbuild bundles it.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import bcrypt from "bcryptjs";

const MARK = "sha512-bcrypt";
/** The highest accepted cost of an imported hash; above it one check would block sign-in for seconds. */
const HIGHEST_COST = 14;

/** bcrypt reads 72 bytes and stops at NUL; 72 characters of this hold 432 bits of the whole password. */
const digest = (password) => createHash("sha512").update(password, "utf8").digest("base64");

function parse(stored) {
  const match = /^(sha512-bcrypt)?(\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53})$/.exec(stored ?? "");
  if (!match) return null;
  const cost = Number(match[3]);
  return cost >= 4 && cost <= HIGHEST_COST ? { marked: match[1] === MARK, hash: match[2], cost } : null;
}

function isRight(password, stored, cost) {
  const known = parse(stored);
  if (!known) {
    bcrypt.hashSync(digest(password), cost);
    return false;
  }
  const right = bcrypt.compareSync(known.marked ? digest(password) : password, known.hash);
  // 2^c + (2^c + … + 2^(cost-1)) = 2^cost: checking an old cheap hash takes as long as a dummy, so the time does not
  // reveal whether an account exists.
  for (let c = known.cost; c < cost; c += 1) bcrypt.hashSync(digest(password), c);
  return right;
}

/**
 * The 49,000 most common passwords as one JSON text: searching it takes a millisecond, holding it as words ten
 * megabytes.
 */
const isListed = (password, list) =>
  readFileSync(list, "utf8").includes(JSON.stringify(password.normalize("NFKC").toLowerCase()));

// On Linux each thread has a priority of its own; elsewhere this would change the whole server's.
if (process.platform === "linux" && workerData.givesWay)
  try {
    setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + 10));
  } catch {
    // A system that forbids this shares its time equally.
  }

parentPort?.on("message", ({ id, kind, password, stored, cost, list }) => {
  const right = kind === "verify" ? isRight(password, stored, cost) : kind === "list" && isListed(password, list);
  const hash = kind === "hash" ? MARK + bcrypt.hashSync(digest(password), cost) : "";
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage({ id, right, hash });
});
