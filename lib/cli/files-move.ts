import { countAttachments, type Moved, moveFiles } from "../features/attachments/moving";
import { type Command, UsageError } from "./command";
import { withDatabase } from "./opening";
import { counted } from "./output";

/** `files move`. */
export const moveFilesCommand: Command = {
  name: "files move",
  parameters: ["<s3|disk>"],
  summary: "copy the uploaded files to S3, or back to the disk",
  details:
    "Copies every file of every attachment to the bucket that S3_BUCKET names, or from there into the data\nfolder. Each is read back and compared by its SHA-256; what is there already is left alone, so that the\ncommand can be repeated. The server may keep running: move, start the server with the new settings, and\nmove again, which takes what was uploaded in between.",
  options: {
    remove: { type: "boolean", says: "remove the files from where they were, once all of them are at their new place" },
  },
  run({ positionals: [to], flag }, output) {
    if (to !== "s3" && to !== "disk") throw new UsageError(`"${to}" is neither s3 nor disk`);
    return withDatabase("write", async () => {
      const bar = output.progress("Moving attachments", (await countAttachments()).all);
      const files: Record<Moved["outcome"], number> = { copied: 0, unchanged: 0, missing: 0 };
      const missing: string[] = [];
      try {
        await moveFiles(to, {
          remove: flag("remove"),
          onAttachment: () => bar.step(),
          onMoved: ({ name, outcome }) => {
            files[outcome] += 1;
            if (outcome !== "missing") return;
            missing.push(name);
            output.line(`missing   ${name}`);
          },
        });
      } finally {
        bar.end();
      }
      const removed = flag("remove") && missing.length === 0;
      output.line(
        `${counted(files.copied, "file")} copied and compared, ${files.unchanged} there already, ${files.missing} missing.${removed ? " They were removed from where they were." : ""}${flag("remove") && !removed ? " Nothing was removed." : ""}`,
      );
      output.result({ ok: missing.length === 0, ...files, removed, missing });
      return missing.length === 0 ? 0 : 1;
    });
  },
};
