import { statSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../core/errors";
import { writeExport } from "../features/moving/exports/writing";
import { sizeText } from "../text/size";
import { type Command, UsageError } from "./command";
import { wholeOrNothing } from "./interrupting";
import { withDatabase } from "./opening";
import { counted, printable } from "./output";
import { typedPath } from "./typed-path";

function requireFree(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }))
    throw new AppError("conflict", `${path} is there already. Choose another name, or delete it first.`, {
      reason: "file_exists",
    });
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw new AppError("not_found", `There is no folder ${dirname(path)}. Make it first.`);
}

/** `export <file.zip>`. */
export const exportCommand: Command = {
  name: "export",
  parameters: ["<file.zip>"],
  summary: "write all content into a .zip that other systems read",
  details: [
    "Writes posts and sheets as Markdown or HTML with front matter, everything else as JSON lines, and the",
    "uploaded files. The server may keep running: the export is one moment of the site. It has the passwords",
    "of texts and categories, but no password of an account, and no key; a backup has those. `import",
    "broadsheet` takes it in.",
  ].join("\n"),
  options: {
    public: { type: "boolean", says: "only what a visitor may read" },
    "personal-data": {
      type: "boolean",
      says: "with the network addresses and programs of people who wrote comments",
    },
  },
  async run(given, output) {
    const choices = { isPublic: given.flag("public"), personalData: given.flag("personal-data") };
    if (choices.isPublic && choices.personalData)
      throw new UsageError("--public never holds personal data; leave one of the two out");
    const path = typedPath(given.positionals[0] ?? "");
    requireFree(path);
    let bar = output.progress("", 0);
    let shown = 0;
    const progress = (done: number, total: number) => {
      if (shown === 0) bar = output.progress("Exporting", total);
      for (; shown < done; shown += 1) bar.step();
    };
    const stopped = "The export was stopped, and no file was written: call the same command again to begin anew.";
    return wholeOrNothing(output, stopped, async (signal) => {
      const { counts, missing } = await withDatabase("read", () =>
        writeExport(path, choices, { progress, signal }),
      ).finally(() => bar.end());
      for (const file of missing) output.problem(`missing   ${printable(file)}: it is gone from the disk`);
      const size = statSync(path).size;
      output.line(
        `${path} (${sizeText(size)}) holds ${counted(counts.posts ?? 0, "post")}, ${counted(counts.sheets ?? 0, "sheet")}, ${counted(counts.comments ?? 0, "comment")} and ${counted((counts.attachments ?? 0) - missing.length, "file")}.`,
      );
      if (!choices.isPublic)
        output.line("It has drafts, and the passwords of texts: give it to nobody who may not read them.");
      output.result({ path, size, public: choices.isPublic, personalData: choices.personalData, counts, missing });
      return 0;
    });
  },
};
