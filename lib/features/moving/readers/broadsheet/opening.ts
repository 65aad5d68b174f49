import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { AppError } from "../../../../core/errors";
import { type Archive, openArchive } from "../../../../services/archives/reading";
import { foreignLimits } from "../../../../services/archives/limits";
import { FORMAT_VERSION } from "../../exports/manifest";
import { type ExportManifest, exportManifest, exportMark } from "./schema";

/** The longest manifest, in bytes: one of 200,000 files. */
const LONGEST_MANIFEST = 64 * 1024 * 1024;
const MANIFEST = "manifest.json";

const refused = (message: string) =>
  new AppError("invalid", message, { errors: [{ field: "file", code: "wrong_format", message }] });

/** Opens an archive whose uploads may be archives themselves, and larger than texts ever are. */
async function openWhole(path: string): Promise<Archive> {
  const { size } = await stat(path);
  return openArchive(path, { nested: true, allBytes: Math.max(foreignLimits.allBytes, 4 * size) });
}

async function manifestIn(archive: Archive): Promise<unknown> {
  if (!archive.files.has(MANIFEST)) return null;
  try {
    return JSON.parse((await archive.readWhole(MANIFEST, LONGEST_MANIFEST)).toString("utf8")) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Refuses an export of which anything is missing, or is not what its manifest says, before anything is written. */
async function checkFiles(archive: Archive, { files }: ExportManifest): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    const name = JSON.stringify(path);
    const entry = archive.files.get(path);
    if (!entry) throw refused(`The export is not whole: ${name} is missing. Export the site again.`);
    if (entry.size !== bytes) throw refused(`${name} of the export is not what was exported. Export the site again.`);
    const hash = createHash("sha256");
    for await (const piece of await archive.read(path)) hash.update(piece as Buffer);
    if (hash.digest("hex") !== sha256)
      throw refused(`${name} of the export was changed after it was exported. Export the site again.`);
  }
}

/** What an archive is in words, if it is one of our exports. */
export async function exportInWords(path: string): Promise<string | null> {
  if (!/\.zip$/i.test(path)) return null;
  const archive = await openWhole(path).catch(() => null);
  if (!archive) return null;
  try {
    const mark = exportMark.safeParse(await manifestIn(archive).catch(() => null));
    return mark.success ? `an export of Broadsheet (${String(mark.data.program)})` : null;
  } finally {
    archive.close();
  }
}

/** Opens one of our exports; refuses what is none, what a newer program wrote, and what is not whole. */
export async function openExport(path: string): Promise<{ archive: Archive; manifest: ExportManifest }> {
  const archive = await openWhole(path);
  let opened = false;
  try {
    const found = await manifestIn(archive);
    const mark = exportMark.safeParse(found);
    if (!mark.success)
      throw refused("This is not an export of Broadsheet: it has no manifest.json that says so. See `import --help`.");
    if (mark.data.formatVersion > FORMAT_VERSION)
      throw refused(
        `This export was written by a newer version of the program (format ${mark.data.formatVersion}, this one reads ${FORMAT_VERSION}). Update this site first.`,
      );
    const manifest = exportManifest.safeParse(found);
    if (!manifest.success)
      throw refused(`The manifest.json of this export is damaged (${manifest.error.issues[0]?.path.join(".") ?? ""}).`);
    await checkFiles(archive, manifest.data);
    opened = true;
    return { archive, manifest: manifest.data };
  } finally {
    if (!opened) archive.close();
  }
}
