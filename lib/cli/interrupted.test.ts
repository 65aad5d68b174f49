import { fork } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgres } from "../../db/dialect";
import { openDatabase } from "../../db/open";
import { imports, posts } from "../../db/schema";
import { env } from "../core/env";
import { anAdmin } from "../testing/actors";
import { aProgram } from "../testing/program";
import { freshDatabase } from "../testing/setup";
import { aFolder } from "./testing-folder";

/** A command, in a process that sends itself a signal at the beginning of the transaction of this number, or of a snapshot. */
const program = `
import { openDatabase } from "./db/open";
import { installEngine } from "./lib/core/operation";
import { runCli } from "./lib/cli/run";
const [signal, moment, ...args] = process.argv.slice(2);
const open = await openDatabase();
let number = 0;
const asked = (at) => { if (at === moment) process.kill(process.pid, signal); };
installEngine({
  ...open,
  transaction: (work, entry) => open.transaction((db) => { asked(String((number += 1))); return work(db); }, entry),
  snapshot: (work) => open.snapshot((db) => { asked("snapshot"); return work(db); }),
});
process.exitCode = await runCli(args);
await open.close();
process.disconnect?.();
`;

let [folder, source, command] = ["", "", ""];

beforeAll(async () => {
  if (postgres) return;
  const open = await freshDatabase();
  await anAdmin();
  await open.close();
  // Three batches.
  source = aFolder(
    Object.fromEntries(
      Array.from({ length: 250 }, (_, i) => [
        `text-${i}.md`,
        `---\ntitle: Text ${i}\ndate: 2020-01-01\n---\nA text.\n`,
      ]),
    ),
  );
  folder = mkdtempSync(join(tmpdir(), "broadsheet-interrupted-"));
  command = await aProgram(program);
});

afterAll(() => {
  if (folder) rmSync(folder, { recursive: true });
});

/** Runs a command that gets a signal at a moment; what it printed, and how it ended. */
async function run(signal: string, moment: string, ...args: string[]) {
  const child = fork(command, [signal, moment, ...args], {
    env: { ...process.env, DATA_DIR: env.dataDir, LOG_LEVEL: "silent" },
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const said = { out: "", err: "" };
  child.stdout?.on("data", (data: Buffer) => (said.out += data.toString()));
  child.stderr?.on("data", (data: Buffer) => (said.err += data.toString()));
  const [code, by] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once("close", (...end) => resolve(end)),
  );
  return { ended: by ?? code, ...said };
}

/** The import as it is stored, and how many posts there are. */
async function stored() {
  const open = await openDatabase();
  try {
    const [row] = await open.reader.select().from(imports);
    return { row, posts: (await open.reader.select().from(posts)).length };
  } finally {
    await open.close();
  }
}

// PGlite lives in one process.
describe.skipIf(postgres)("a command that is asked to stop", () => {
  it("ends after its batch, says where it stands and how to go on, and the next one goes on", async () => {
    // The first three make the import, claim it and describe it.
    const first = await run("SIGINT", "4", "import", "markdown", source);
    expect(first).toMatchObject({ ended: 130, err: expect.stringContaining("Stopping after the running batch …") });
    expect(first.err).toContain(
      "Import 1 was stopped after 100 of 250 records, and what is done stays: call the same command again to go on, or take it back with npm run cms -- import undo 1",
    );
    expect(await stored()).toMatchObject({
      row: { state: "CANCELLED", leaseOwner: null, leaseUntil: null },
      posts: 100,
    });

    const second = await run("SIGTERM", "4", "import", "markdown", source, "--json");
    expect([second.ended, second.err, JSON.parse(second.out)]).toMatchObject([
      130,
      "",
      { id: 1, state: "CANCELLED", resumed: true, progressDone: 200 },
    ]);
    const third = await run("SIGINT", "never", "import", "markdown", source);
    expect(third).toMatchObject({
      ended: 0,
      out: expect.stringContaining("Went on where it was stopped: 250 imported"),
    });
    expect(await stored()).toMatchObject({ row: { state: "DONE" }, posts: 250 });

    const undo = await run("SIGINT", "3", "import", "undo", "1");
    expect(undo.ended).toBe(130);
    expect(undo.err).toContain(
      "The undo of import 1 was stopped after 100 of 250 records: call the same command again to finish it.",
    );
    expect(await stored()).toMatchObject({ row: { state: "UNDOING", leaseOwner: null }, posts: 150 });
    const refused = await run("SIGINT", "never", "import", "markdown", source);
    expect(refused).toMatchObject({ ended: 1, err: expect.stringContaining("npm run cms -- import undo 1") });
    expect(await run("SIGINT", "never", "import", "undo", "1")).toMatchObject({
      ended: 0,
      out: expect.stringContaining("0 records stayed"),
    });
    expect(await stored()).toMatchObject({ row: { state: "UNDONE" }, posts: 0 });
    // Eight processes, one after the other.
  });

  it("writes no export that is not whole", async () => {
    await run("SIGINT", "never", "import", "markdown", source);
    const file = join(folder, "site.zip");
    const stopped = await run("SIGINT", "snapshot", "export", file);
    expect(stopped).toMatchObject({
      ended: 130,
      err: expect.stringContaining("The export was stopped, and no file was written"),
    });
    expect([existsSync(file), (await run("SIGINT", "never", "export", file)).ended, existsSync(file)]).toEqual([
      false,
      0,
      true,
    ]);
  });
});
