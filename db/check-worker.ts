import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";

/** Reads the whole database and posts its first fault, or null. */
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
    // A database that cannot be opened is explained where the server opens it.
    return /^SQLITE_(CORRUPT|NOTADB)/.test(code) ? code : null;
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(fault(String(workerData)));
