import { AppError } from "../../../../core/errors";
import type { OpenSource, Reader, ReadingChoices } from "../../reading";
import { JsonFile } from "../json-file";
import type { JsonPlace } from "../json-reading";
import { openMedia } from "../media/media-archive";
import { Facts } from "./facts";
import { openGhostFile } from "./file";
import { GhostSource } from "./source";

/** Where the meta and the data of an export stand. */
async function placeOf(file: JsonFile): Promise<JsonPlace | null> {
  for (const at of [["db", 0], ["data"], []] as JsonPlace[]) {
    const outline = await file.outline(...at);
    if (outline.is === "object" && outline.names.includes("data") && outline.names.includes("meta")) return at;
  }
  return null;
}

async function recognise(path: string): Promise<string | null> {
  try {
    const file = await openGhostFile(path);
    await file.close();
    return file.words;
  } catch {
    return null;
  }
}

const noExport = () =>
  new AppError(
    "invalid",
    "This is no Ghost export. Export the old site under Settings, Import/Export, Export content.",
    {
      reason: "wrong_kind",
    },
  );

async function open(choices: ReadingChoices): Promise<OpenSource> {
  const file = await openGhostFile(choices.path);
  const json = new JsonFile(file.path);
  try {
    if (/\.zip$/i.test(choices.path) && file.words === null) throw noExport();
    const at = await placeOf(json);
    if (!at || (await json.count(...at, "data", "posts")) + (await json.count(...at, "data", "users")) === 0)
      throw noExport();
    const media = choices.media === null ? file.media : await openMedia(choices.media);
    const source = new GhostSource(file, json, new Facts([...at, "data"], choices.site), media, choices);
    await source.prepare(at);
    return source;
  } catch (error) {
    await json.close();
    await file.close();
    throw error;
  }
}

/** Reads the exports of Ghost, of all its versions. */
export const ghostReader: Reader = { kind: "ghost", recognise, open };
