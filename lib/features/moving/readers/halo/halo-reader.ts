import { open, stat } from "node:fs/promises";
import { AppError } from "../../../../core/errors";
import type { OpenSource, Reader, ReadingChoices } from "../../reading";
import { JsonFile } from "../json-file";
import { openMedia } from "../media/media-archive";
import { HaloAddresses } from "./halo-addresses";
import { type HaloRow, isRow, textOf, timeOf } from "./halo-rows";
import { HaloSource } from "./halo-source";

/** Where a file says what it is, in bytes from its beginning. */
const BEGINNING = 1024 * 1024;

/** The beginning of a file, as far as it is text; "" where it cannot be read. */
async function beginningOf(path: string): Promise<string> {
  if ((await stat(path).catch(() => null))?.isFile() !== true) return "";
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
    return buffer
      .subarray(0, bytesRead)
      .toString("utf8")
      .replace(/^\uFEFF/, "")
      .trimStart();
  } finally {
    await file.close();
  }
}

type Generation = "1" | "0.4" | "2";

/** The generation of Halo that uses the names at a file's beginning; null where none does. */
function generationOf(text: string): Generation | null {
  if (!/^[[{]/.test(text)) return null;
  if (/"apiVersion"\s*:\s*"[\w.-]*halo\.run\//.test(text)) return "2";
  if (/"(?:postMd|cateUrl|postUrl)"\s*:/.test(text)) return "0.4";
  return /"export_date"\s*:/.test(text) || /"(?:comment_black_list|post_permalink_type|theme_settings)"/.test(text)
    ? "1"
    : null;
}

const versionIn = (text: string): string | undefined => /"version"\s*:\s*"([\w.-]{1,20})"/.exec(text)?.[1];

const refusals: Record<Exclude<Generation, "1">, string> = {
  "0.4":
    "This is an export of Halo 0.4, which is not read. Update the old site to Halo 1.6, and export its data there.",
  "2": "This is a backup of Halo 2, which is not read. Export its posts as Markdown, and import the folder with: import markdown",
};

async function openHalo(choices: ReadingChoices): Promise<OpenSource> {
  const generation = generationOf(await beginningOf(choices.path));
  if (generation === "0.4" || generation === "2") throw new AppError("invalid", refusals[generation]);
  const json = new JsonFile(choices.path);
  try {
    const outline = await json.outline();
    const names = outline.is === "object" ? outline.names : [];
    if (!names.includes("posts") || !(names.includes("options") || names.includes("export_date")))
      throw new AppError("invalid", "This is no data export of Halo 1.x: it has no posts and options.");
    return await sourceOf(choices, json, names);
  } catch (error) {
    await json.close();
    throw error;
  }
}

async function sourceOf(choices: ReadingChoices, json: JsonFile, names: readonly string[]): Promise<OpenSource> {
  const list = async (table: string): Promise<HaloRow[]> => {
    const value = await json.value(table);
    return (Array.isArray(value) ? value : [value]).filter(isRow);
  };
  const [options, users] = [await list("options"), await list("user")];
  const values = new Map(options.map((row) => [textOf(row, "key"), textOf(row, "value")]));
  const addresses = new HaloAddresses(values);
  const source = new HaloSource(
    json,
    addresses,
    { options, users },
    { menuTeam: values.get("default_menu_team") ?? "", as: choices.as },
  );
  const total = await source.count(names);
  // Files that the old site kept elsewhere, such as in a bucket.
  const kept = new Set<string>();
  for await (const row of json.items(["attachments"], 1000)) {
    const path = isRow(row) ? textOf(row, "path") : "";
    if (/^https?:\/\//i.test(path) && URL.canParse(path)) kept.add(new URL(path).host);
  }
  const about = { version: await json.value("version"), export_date: await json.value("export_date") };
  const media = choices.media === null ? null : await openMedia(choices.media);
  return {
    kind: "halo",
    site: choices.site ?? addresses.site,
    hosts: { site: [], files: [...kept] },
    version: textOf(about, "version") || null,
    total,
    exportTime: timeOf(about, "export_date"),
    records: () => source.records(),
    left: () => source.left(),
    suggestions: () => addresses.suggestions(),
    media,
    close: async () => {
      await media?.close();
      await json.close();
    },
  };
}

/** Reads the data export of Halo 1.x and Halo-Plus. */
export const haloReader: Reader = {
  kind: "halo",
  async recognise(path) {
    const text = await beginningOf(path);
    const generation = generationOf(text);
    if (generation === null) return null;
    const version = generation === "1" ? versionIn(text) : undefined;
    return generation === "1" ? `a Halo export${version ? ` (${version})` : ""}` : `a file of Halo ${generation}`;
  },
  open: openHalo,
};
