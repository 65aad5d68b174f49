import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { env } from "../core/env";
import type { Keyboard } from "./output";

/** A folder of these files, called `blog`, beside the test's database. */
export function aFolder(files: Record<string, string | Uint8Array>): string {
  const folder = join(mkdtempSync(join(env.dataDir, "import-")), "blog");
  mkdirSync(folder);
  write(folder, files);
  return folder;
}

/** Writes files into a folder, with the folders they need. */
export function write(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** A terminal or a pair of pipes: the input, one piece per question, and the recorded output. */
export function aTerminal({ isTTY = false, input = [] }: { isTTY?: boolean; input?: string[] } = {}) {
  const written = { out: "", err: "" };
  const rawModes: boolean[] = [];
  const waiting = [...input];
  const stdin: Keyboard = isTTY ? new PassThrough() : Readable.from(input);
  if (isTTY)
    Object.assign(stdin, {
      isTTY,
      setRawMode: (on: boolean) => {
        rawModes.push(on);
        if (on) setImmediate(() => stdin.emit("data", waiting.shift() ?? "\u0003"));
      },
    });
  return {
    streams: {
      stdin,
      stdout: { write: (text: string) => void (written.out += text) },
      stderr: { isTTY, columns: 80, write: (text: string) => void (written.err += text) },
    },
    written,
    rawModes,
    lines: () => written.out.split("\n").filter(Boolean),
  };
}
