// Hashes and checks passwords in a thread: bcrypt would block every request for a quarter of a second. Plain
// JavaScript, so that neither Next nor esbuild bundles it.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
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

/** Both forms of the library: in parts of a tenth of a second, between which other messages are answered, and as a whole. */
const parts = { hash: bcrypt.hash, compare: bcrypt.compare };
const whole = { hash: bcrypt.hashSync, compare: bcrypt.compareSync };

async function isRight(password, stored, cost, { hash, compare }) {
  const known = parse(stored);
  if (!known) {
    await hash(digest(password), cost);
    return false;
  }
  const right = await compare(known.marked ? digest(password) : password, known.hash);
  // 2^c + (2^c + … + 2^(cost-1)) = 2^cost: checking an old cheap hash takes as long as a dummy, so the time does not
  // reveal whether an account exists.
  for (let c = known.cost; c < cost; c += 1) await hash(digest(password), c);
  return right;
}

/**
 * The 49,000 most common passwords as one JSON text: searching it takes a millisecond, holding it as words ten
 * megabytes.
 */
const isListed = (password, list) =>
  readFileSync(list, "utf8").includes(JSON.stringify(password.normalize("NFKC").toLowerCase()));

async function answer({ id, kind, password, stored, cost, list, inParts }) {
  const by = inParts ? parts : whole;
  const right =
    kind === "verify" ? await isRight(password, stored, cost, by) : kind === "list" && isListed(password, list);
  const hash = kind === "hash" ? MARK + (await by.hash(digest(password), cost)) : "";
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage({ id, right, hash });
}

parentPort?.on("message", (task) => void answer(task));
