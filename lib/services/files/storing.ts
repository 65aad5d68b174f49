import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { AppError } from "../../core/errors";
import type { IncomingFile } from "../../core/incoming-file";
import type { Examined } from "./examine";
import { engine } from "../../core/operation";
import { readOption } from "../settings/reading";
import { examineFile } from "./examiner";
import { addressName, newVersion, shownName, variantFacts } from "./names";
import { storage } from "./storage";

/** An examined file, with its final name. */
export type Examination = { sent: IncomingFile; examined: Examined };

/** Whether the site's option allows this type: `image/png`, or `image/*` for all of them. */
const isAllowed = (mediaType: string, option: string): boolean =>
  option
    .toLowerCase()
    .split(/\s+/)
    .some((each) => each === mediaType || (each.endsWith("/*") && mediaType.startsWith(each.slice(0, -1))));

/** Examines every file before any is kept, so that one refusal keeps none; the refusal gives its index. */
export async function examineAll(files: readonly IncomingFile[], asker?: string): Promise<Examination[]> {
  const allowed = await readOption(engine().reader, "attachment_allowed_types");
  const done: Examination[] = [];
  for (const [index, sent] of files.entries()) {
    // Each in its own folder, since their results have the same names.
    const examined = await examineFile(sent.path, sent.name, dirname(sent.path), asker).catch((error: unknown) => {
      throw error instanceof AppError ? naming(error, index) : error;
    });
    if (!isAllowed(examined.mediaType, allowed))
      throw naming(
        new AppError("unsupported_media", `Files of the type ${examined.mediaType} cannot be uploaded to this site.`, {
          reason: "type_refused",
        }),
        index,
      );
    done.push({ sent, examined });
  }
  return done;
}

function naming(error: AppError, index: number): AppError {
  const { code, message, extra } = error;
  if (code !== "invalid" && code !== "unsupported_media") return error;
  return new AppError(code, message, {
    ...extra,
    errors: [{ field: `files.${index}`, code: code === "invalid" ? "wrong_format" : "wrong_type", message }],
  });
}

/** The columns that describe a file. */
export type StoredColumns = Awaited<ReturnType<typeof keep>>;

/** Moves a file and its smaller versions below `folder`; returns the columns that find and describe them. */
export async function keep(folder: string, { sent, examined }: Examination, version = newVersion()) {
  const { picture, mediaType, suffix } = examined;
  const made = await Promise.all(
    (picture?.variants ?? []).map(async ({ width, height, file }) => ({
      width,
      height,
      file,
      size: (await stat(file)).size,
    })),
  );
  const { size } = await stat(examined.file);
  const fileName = addressName(shownName(sent.name), suffix);
  for (const { width, file } of made)
    await storage().put(`${folder}/${version}/${width}.webp`, file, variantFacts(fileName));
  await storage().put(`${folder}/${version}/original`, examined.file, { mediaType, fileName });
  return {
    version,
    mediaType,
    suffix,
    size,
    digest: sent.digest,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    placeholder: picture?.placeholder ?? "",
    variants: made.map(({ width, height, size: bytes }) => ({ width, height, size: bytes })),
    takeTime: picture?.takeTime ? new Date(picture.takeTime) : null,
    location: picture?.location ?? "",
  };
}
