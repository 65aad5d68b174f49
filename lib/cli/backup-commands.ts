import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import packageJson from "../../package.json";
import { AppError } from "../core/errors";
import { makeInChild, verifyInChild } from "../features/backups/child";
import { makeBackupsFolder, backupsFolder, findBackups, listBackup, newBackupName } from "../features/backups/folder";
import type { Problem } from "../features/backups/schema";
import { sizeText } from "../text/size";
import { withChild } from "./backup-progress";
import type { Command } from "./command";
import { wholeOrNothing } from "./interrupting";
import { counted, type Output, printable } from "./output";
import { typedPath } from "./typed-path";

/** `backup [<file>]`. */
export const backupCommand: Command = {
  name: "backup",
  parameters: ["[<file>]"],
  summary: "back up everything into one file, beside a running server or without one",
  details: [
    "Writes the database, the uploaded files and the site's key into one .zip, checks it, and only then",
    "gives it its name. Without a file it is put into DATA_DIR/backups. The server may keep running.",
    "Whoever has the file has everything, passwords' hashes and keys included: keep it like a password.",
  ].join("\n"),
  options: {
    "without-key": {
      type: "boolean",
      says: "leave the site's key out; after a restore, second factors and the mail password are set anew",
    },
  },
  async run(given, output) {
    const name = newBackupName(new Date());
    const typed = given.positionals[0];
    makeBackupsFolder();
    const path = typed === undefined ? join(backupsFolder(), name) : typedPath(typed);
    if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
      throw new AppError("not_found", `There is no folder ${dirname(path)}. Make it first.`);
    const withKey = !given.flag("without-key");
    const stopped = "The backup was stopped, and no file was written: call the same command again to begin anew.";
    return wholeOrNothing(output, stopped, async (signal) => {
      const facts = await withChild(output, signal, (watched) =>
        makeInChild({ path, reason: "MANUAL", withKey, program: packageJson.version }, watched),
      );
      if (typed === undefined) listBackup(name, facts);
      output.line(`${path} (${sizeText(facts.size)}) holds the whole site and was checked.`);
      output.line(
        withKey
          ? "It holds every secret of the site: keep it like a password."
          : "It is without the site's key: after a restore, second factors and the mail password are set anew.",
      );
      if (facts.missing > 0)
        output.line(
          `${counted(facts.missing, "uploaded file")} had been lost already: see \`npm run cms -- pictures\`.`,
        );
      output.result({ path, ...facts });
      return 0;
    });
  },
};

/** `backups`. */
export const listBackupsCommand: Command = {
  name: "backups",
  parameters: [],
  summary: "list the backups in DATA_DIR/backups, newest first",
  details: "Lists the verified backups in DATA_DIR/backups, newest first, with what is known of each.",
  options: {},
  async run(_given, output) {
    const backups = findBackups();
    for (const { name, size, reason, verified } of backups)
      output.line(`${name}  ${sizeText(size).padStart(10)}  ${reason.padEnd(14)} ${verified.ok ? "whole" : "DAMAGED"}`);
    if (backups.length === 0) output.line("There is no backup yet. Make one: npm run cms -- backup");
    output.result({ backups });
    return 0;
  },
};

/** Prints what is wrong with a backup. */
function problemLines(problems: readonly Problem[], output: Output): void {
  for (const { path, reason } of problems)
    output.line(`  ${path === "" ? "" : `${printable(path)}: `}${printable(reason)}`);
}

/** `backup verify <file>`. */
export const verifyBackupCommand: Command = {
  name: "backup verify",
  parameters: ["<file>"],
  summary: "examine a backup whole and say everything that is wrong with it",
  details:
    "Compares the bytes with the fingerprint, every file with the list, and looks into the database. Changes\nnothing. A single changed bit anywhere is found.",
  options: {},
  async run(given, output) {
    const path = typedPath(given.positionals[0] ?? "");
    if (!existsSync(path)) throw new AppError("not_found", `There is no file ${path}.`);
    const stopped = "The examination was stopped: nobody knows whether it is whole.";
    return wholeOrNothing(output, stopped, async (signal) => {
      const { ok, problems } = await withChild(output, signal, (watched) => verifyInChild(path, watched));
      output.line(ok ? `${path} is whole.` : `${path} cannot be relied on:`);
      problemLines(problems, output);
      output.result({ ok, problems });
      return ok ? 0 : 1;
    });
  },
};
