import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "./sqlite-driver.mjs";

/** Reads a whole database, and sends the first thing that is wrong with it, or null. */
function check(file: string): string | null {
  const client = new Sqlite(file, { readonly: true, timeout: 5000 });
  try {
    const found = String(client.pragma("quick_check(1)", { simple: true }));
    return found === "ok" ? null : (found.split("\n").at(-1) ?? "");
  } finally {
    client.close();
  }
}

function fault(file: string): string | null {
  try {
    return check(file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    // What else stops it, e.g. a missing right, the opening explains.
    return /^SQLITE_(CORRUPT|NOTADB)/.test(code) ? code : null;
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(fault(String(workerData)));
