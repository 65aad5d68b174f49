import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { IncomingFile } from "../core/incoming-file";
import { createAttachments } from "../features/attachments/mutations";
import { makeImportHere } from "../features/moving/imports/claiming";
import { measure, readingOf } from "../features/moving/imports/opening";
import { runImport } from "../features/moving/imports/running";
import type { ImportChoices, ImportReport } from "../features/moving/imports/schema";
import type { ForeignRecord, Unread } from "../features/moving/records";
import type { OpenSource } from "../features/moving/reading";
import { splitFrontMatter } from "../features/moving/readers/markdown/front-matter";
import { markdownReader } from "../features/moving/readers/markdown/markdown-reader";
import { incomingRoot } from "../services/files/storage";
import { createCategory } from "../features/taxonomy/categories/mutations";
import { system, visitor } from "../core/access";
import { engine } from "../core/operation";
import { createPhoto } from "../features/photos/mutations";
import { listPublicPosts } from "../features/writing/posts/queries";
import { createTag } from "../features/taxonomy/tags/mutations";
import { createUser } from "../features/accounts/users/mutations";
import { isInstalled } from "../features/accounts/users/installed";
import { fillBeside } from "./demo-beside";

const DAY_MS = 24 * 60 * 60 * 1000;

const owner = {
  username: "demo",
  nickname: "Ines Falk",
  email: "demo@example.org",
  title: "The Harbour Letter",
  avatar: "/demo/ines.svg",
  description: "Edits the Harbour Letter from a room above the chandlery in Sundhaven.",
  locale: "en",
};

const tags = [
  { name: "ferries", color: "#2f6f8f" },
  { name: "lighthouse", color: "#c9822b" },
  { name: "weather", color: "#6b8aa8" },
  { name: "bread", color: "#b9773a" },
  { name: "boats", color: "#3c6e71" },
  { name: "books", color: "#7d5a8c" },
  { name: "recipes", color: "#a8553a" },
  { name: "tides", color: "#44789e" },
];

/** Each with its children; their order is their priority. */
const categories = [
  {
    name: "Harbour",
    description: "What floats, what is tied up, and what the water does.",
    inside: ["Boats and crews", "Tides and weather"],
  },
  { name: "Town", description: "Sundhaven between the quay and the hill.", inside: ["Tables and ovens", "Neighbours"] },
  { name: "Letters", description: "Notes from the editor, and post from elsewhere.", inside: ["来信"] },
];

/** A demo text says how many days ago it appeared, so that the site always looks current. */
function dated(folder: string, record: ForeignRecord | Unread): ForeignRecord | Unread {
  if (!("originalContent" in record) || record.kind !== "post") return record;
  const { fields } = splitFrontMatter(readFileSync(join(dirname(folder), record.source), "utf8"));
  const daysAgo = Number(fields.text("daysago") ?? Number.NaN);
  return Number.isFinite(daysAgo)
    ? {
        ...record,
        warnings: record.warnings.filter((warning) => !warning.startsWith("it has no date")),
        createTime: new Date(Date.now() - daysAgo * DAY_MS),
      }
    : record;
}

/** The demo's texts with their dates. */
async function openDemo(choices: ImportChoices): Promise<OpenSource> {
  const source = await markdownReader.open(readingOf(choices));
  return {
    ...source,
    async *records() {
      for await (const record of source.records()) yield dated(choices.path, record);
    },
  };
}

async function importTexts(folder: string): Promise<ImportReport> {
  const choices = { path: folder, author: owner.username };
  const { sha256 } = await measure(folder);
  const { id } = await makeImportHere(system, { kind: "markdown", sha256, choices });
  return runImport(system, id, { open: () => openDemo(choices) });
}

async function makeTerms(): Promise<void> {
  for (const tag of tags) await createTag(system, tag);
  for (const [i, { inside, ...category }] of categories.entries()) {
    const { id: parentId } = await createCategory(system, { ...category, priority: categories.length - i });
    for (const [j, name] of inside.entries())
      await createCategory(system, { name, parentId, priority: inside.length - j });
  }
}

/** Pictures on the page of photos: file, name, team, description, days ago. */
const photos = [
  ["dawn", "Before the first ferry", "Harbour", "The quay in the first light", 12],
  ["sails", "Regatta week", "Harbour", "Two sails leaving the harbour", 40],
  ["lighthouse", "The light, from the water", "Harbour", "The lighthouse of Sundhaven", 75],
  ["fog", "Wednesday, all day", "Weather", "Fog over the sound", 9],
  ["rain", "The twelfth", "Weather", "Rain coming in from the west", 26],
  ["tide", "Spring tide", "Weather", "The water at the top of the steps", 54],
] as const;

async function hangPhotos(folder: string): Promise<void> {
  for (const [file, name, team, description, daysAgo] of photos) {
    const url = await attach(join(folder, "photos", `${file}.webp`));
    const takeTime = Date.now() - daysAgo * DAY_MS;
    await createPhoto(system, { name, team, description, url, thumbnail: "", takeTime });
  }
}

/** Makes an attachment of a file; its address. */
async function attach(path: string): Promise<string> {
  await mkdir(incomingRoot(), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(incomingRoot(), `${process.pid}-`));
  try {
    const bytes = await readFile(path);
    await writeFile(join(folder, "sent"), bytes);
    const digest = createHash("sha256").update(bytes).digest("hex");
    const file = new IncomingFile(join(folder, "sent"), basename(path), bytes.byteLength, digest);
    const [made] = await createAttachments(system, { files: [file] });
    if (!made) throw new Error("no attachment was made");
    return made.url;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Fills an empty site with sample content and returns its account; null where there is a site already, which stays as
 * it is. The database must be open.
 */
export async function fillDemo(): Promise<{ username: string; password: string } | null> {
  if (await isInstalled(engine().reader)) return null;
  const password = randomBytes(9).toString("base64url");
  const { id } = await createUser(system, { ...owner, password });
  await makeTerms();
  const folder = join(process.cwd(), "lib", "cli", "demo");
  // Another process makes the smaller pictures meanwhile.
  const [{ records }] = await Promise.all([importTexts(folder), hangPhotos(folder)]);
  const flaw = records.find(({ outcome, warnings }) => outcome !== "imported" || warnings.length > 0);
  if (flaw)
    throw new Error(`The demo's ${flaw.source} is not as it should be: ${flaw.reason ?? flaw.warnings.join(", ")}`);
  const { items } = await listPublicPosts(visitor, { size: 1 });
  await fillBeside({ ...system, id, role: "ADMIN", name: owner.nickname }, items[0]?.id ?? 0);
  return { username: owner.username, password };
}
