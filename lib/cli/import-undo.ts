import { system } from "../core/access";
import { undoImportHere } from "../features/moving/imports/mutations";
import { listImports } from "../features/moving/imports/queries";
import { runImport } from "../features/moving/imports/running";
import { type Command, UsageError } from "./command";
import { progressOn } from "./import-command";
import { remainLines } from "./import-report";
import { INTERRUPTED, STOPPING, untilInterrupted } from "./interrupting";
import { withDatabase } from "./opening";
import { counted, printable } from "./output";

/** `import undo <id>`. */
export const undoImportCommand: Command = {
  name: "import undo",
  parameters: ["<id>"],
  summary: "take one import back: remove what it made, put back what it replaced",
  details: [
    "Removes for good exactly what the import made, and puts back the texts that it had replaced. What",
    "somebody has changed since, or commented on, stays and is named. `imports` lists the numbers. Where it",
    "is stopped, the same command goes on.",
  ].join("\n"),
  options: {},
  run: (given, output) => {
    const importId = Number(given.positionals[0]);
    if (!Number.isSafeInteger(importId) || importId < 1)
      throw new UsageError(`"${given.positionals[0]}" is not the number of an import; see \`imports\``);
    return withDatabase("write", async () => {
      const begun = await undoImportHere(system, { importId });
      if (begun === null) {
        output.line("The report of this dry run was deleted.");
        output.result({ id: importId, state: "UNDONE", kept: [] });
        return 0;
      }
      const progress = progressOn(output, "Taking back");
      let stands: readonly [done: number, total: number] = [0, 0];
      const onProgress = (...at: [number, number]) => {
        stands = at;
        progress.onProgress(...at);
      };
      const { result: report, interrupted } = await untilInterrupted(output, STOPPING, (signal) =>
        runImport(system, importId, { signal, onProgress }),
      ).finally(() => progress.end());
      for (const line of remainLines({ ...report, left: [], suggestions: [], recordsLeftOut: 0 })) output.line(line);
      if (report.state === "UNDONE")
        output.line(`Import ${importId} was taken back; ${counted(report.kept.length, "record")} stayed.`);
      else
        output.problem(
          `${report.error === null ? "" : `${report.error} `}The undo of import ${importId} was stopped after ${stands[0].toLocaleString("en-US")} of ${counted(stands[1], "record")}: call the same command again to finish it.`,
        );
      output.result(report);
      if (report.state === "UNDONE") return 0;
      return interrupted ? INTERRUPTED : 1;
    });
  },
};

/** `imports`. */
export const listImportsCommand: Command = {
  name: "imports",
  parameters: [],
  summary: "list the imports, newest first",
  details: "Lists every import with its number, its state and what became of its records.",
  options: {},
  run: (_given, output) =>
    withDatabase("read", async () => {
      const { items, total } = await listImports(system, { size: 100 });
      for (const { id, kind, state, source, summary, startTime, createTime } of items)
        output.line(
          printable(
            `${String(id).padStart(5)}  ${(startTime ?? createTime).toISOString().slice(0, 16).replace("T", " ")}  ${state.padEnd(9)}  ${kind} ${source.name}: ${summary.imported} imported, ${summary.updated} updated, ${summary.unchanged} unchanged, ${summary.skipped} skipped, ${summary.failed} failed`,
          ),
        );
      if (items.length === 0) output.line("There are no imports yet.");
      if (total > items.length) output.line(`… and ${counted(total - items.length, "older import")}`);
      output.result({ items, total });
      return 0;
    }),
};
