import { existsSync } from "node:fs";
import { folderName } from "../../../../db/folder-name";
import { AppError } from "../../../core/errors";
import { engine, procedure } from "../../../core/operation";
import { startImport } from "./mutations";
import { getImport } from "./queries";
import { findImport } from "./rows";
import * as shape from "./schema";
import { isHere, keepSent, removeSent, requireSent } from "./sent-files";

/** Of what a form says, that which it says at all. */
const withoutGaps = (given: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** Takes a file from elsewhere, and starts importing it in the background. */
export const createImport = procedure("createImport", {
  can: "manage users",
  input: shape.sentImport,
  output: shape.importReport,
  summary:
    "Send the fields before the file. A job does the work; the report at `Location` says how far it is. With `dryRun` nothing is written.",
  run: async ({ actor }, { file, media, kind, dryRun, ...given }) => {
    const choices = withoutGaps(given);
    const sent = await keepSent(file, media);
    let started = false;
    try {
      const { id } = await startImport(actor, {
        kind,
        ...(dryRun !== undefined && { dryRun }),
        choices: {
          ...choices,
          path: sent.path,
          folder: folderName() ?? undefined,
          name: file.name.slice(0, 255) || "file",
          ...(sent.media !== undefined && { media: sent.media }),
        },
      });
      started = true;
      return await getImport(actor, { importId: Number(id) });
    } finally {
      if (!started) await removeSent(sent.folder);
    }
  },
});

/** Starts over with the file of a dry run that has ended: for real, or to see what other choices would do. */
export const startAgain = procedure("startAgain", {
  can: "manage users",
  input: shape.importAgain,
  output: shape.importReport,
  summary:
    "Takes the file that a dry run has looked through, so that it need not be sent again. It is kept as long as the dry run's report: a day.",
  run: async ({ actor }, { importId, dryRun, ...given }) => {
    const row = await findImport(engine().reader, importId);
    if (!row.dryRun)
      throw new AppError("conflict", "Only the file of a dry run can be taken again. Send the file anew.", {
        reason: "import_not_dry",
      });
    if (row.state === "WAITING" || row.state === "RUNNING")
      throw new AppError("conflict", "This dry run is still at work. Cancel it, or wait until it has ended.", {
        reason: "import_running",
      });
    const { path, folder, name, media } = row.choices as shape.ImportChoices;
    if (isHere({ folder })) requireSent({ path, media });
    if (isHere({ folder }) && !existsSync(path))
      throw new AppError("conflict", "The file is not kept any more. Send it again.", { reason: "import_file_gone" });
    const kept = { path, folder, ...(name !== undefined && { name }), ...(media !== undefined && { media }) };
    const chosen = withoutGaps(given);
    const { id } = await startImport(actor, {
      kind: row.kind,
      ...(dryRun !== undefined && { dryRun }),
      choices: { ...chosen, ...kept },
    });
    return getImport(actor, { importId: Number(id) });
  },
});
