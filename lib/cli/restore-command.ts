import { existsSync } from "node:fs";
import { takeBackupLock } from "../../db/data-dir";
import { makeDataDir, takeServerLock } from "../../db/sqlite";
import { AppError } from "../core/errors";
import { StorageError } from "../core/storage-error";
import { system } from "../core/access";
import { noteRestore } from "../features/backups/restore-mutations";
import { restoreSite } from "../features/backups/restoring";
import { beginRenewal } from "../features/renewals/mutations";
import { withChild } from "./backup-progress";
import type { Command } from "./command";
import { wholeOrNothing } from "./interrupting";
import { serverRuns, withDatabase } from "./opening";
import { typedPath } from "./typed-path";

/** `restore <file>`. */
export const restoreCommand: Command = {
  name: "restore",
  parameters: ["<file>"],
  summary: "put a backup into the place of the present site, which is kept",
  details: [
    "Verifies the backup, unpacks it beside the present site, brings it up to date, renders its texts",
    "anew (some 4 ms each), and only then exchanges both. A damaged backup, or one of a newer program,",
    "is refused and changes nothing.",
    "What it replaces is kept in DATA_DIR/replaced/<time> until you delete it; `restore <that folder>`",
    "takes the restore back. Passwords and roles are those of the backup. Sessions, tokens, codes and",
    "invitations come back only if they are valid now, too. The server must be stopped.",
  ].join("\n"),
  options: {},
  async run(given, output) {
    const path = typedPath(given.positionals[0] ?? "");
    if (!existsSync(path)) throw new AppError("not_found", `There is no file ${path}.`);
    makeDataDir();
    if (serverRuns())
      throw new StorageError(
        "A server is running on this data folder. Stop it first, or restore in its dashboard, under Tools → Backups.",
      );
    const releaseServer = takeServerLock();
    const releaseBackups = takeBackupLock();
    try {
      const hands = {
        // A command has nothing open.
        close: async () => undefined,
        reopen: async () => undefined,
        open: () => withDatabase("write", async () => undefined),
        note: () =>
          withDatabase("write", async () => {
            await noteRestore(system, { from: path });
            await beginRenewal(system, { isRestored: true });
          }),
      };
      const stopped = "The restore was stopped: nothing was restored, and the site is as it was.";
      return await wholeOrNothing(output, stopped, async (signal) => {
        const restored = await withChild(output, signal, (watched) => restoreSite(path, hands, watched));
        output.line(`The site is that of ${path}.`);
        if (restored.replaced !== null)
          output.line(
            `What was here is kept in ${restored.replaced} until you delete it; \`restore\` takes that folder, too.`,
          );
        for (const sentence of restored.notes) output.line(sentence);
        output.result(restored);
        return 0;
      });
    } finally {
      releaseBackups();
      releaseServer();
    }
  },
};
