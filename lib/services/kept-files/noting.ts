import { hostname } from "node:os";
import { isDeepStrictEqual } from "node:util";
import { eq, lt } from "drizzle-orm";
import { folderName } from "../../../db/folder-name";
import { keptFiles } from "../../../db/schema";
import { system } from "../../core/access";
import { nothing } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { keptKinds, longAgo } from "./kinds";
import { filesOfServer, type NotedFile } from "./schema";

/** Milliseconds after which a server says again that its files are there. */
const AGAIN_MS = 10 * 60_000;

/** Puts this server's files into the place of those that it noted before. */
const noteKeptFiles = mutation("noteKeptFiles", {
  can: "look after storage",
  input: filesOfServer,
  output: nothing,
  touches: () => [],
  silent: true,
  whenFull: true,
  run: async ({ db, now }, { folder, files }) => {
    await db.delete(keptFiles).where(eq(keptFiles.folder, folder));
    for (const each of files) await db.insert(keptFiles).values({ ...each, folder, server: hostname(), seenTime: now });
    await db.delete(keptFiles).where(lt(keptFiles.seenTime, longAgo(now)));
  },
});

/** Every file of the data folder that others may see, with its facts as a database gives them back. */
async function filesHere(): Promise<NotedFile[]> {
  const all: NotedFile[] = [];
  for (const [kind, { list }] of keptKinds())
    for (const { name, facts } of await list())
      all.push({ kind, name, facts: JSON.parse(JSON.stringify(facts)) as unknown });
  return all;
}

/** The files that are noted of a folder; null where it is time to say again that they are there. */
async function filesNoted(folder: string): Promise<NotedFile[] | null> {
  const rows = await engine().reader.select().from(keptFiles).where(eq(keptFiles.folder, folder));
  const isOld = rows.some(({ seenTime }) => Date.now() - seenTime.getTime() > AGAIN_MS);
  return isOld ? null : rows.map(({ kind, name, facts }) => ({ kind, name, facts }));
}

const byName = (files: readonly NotedFile[] | null) =>
  files && new Map(files.map(({ kind, name, facts }) => [`${kind} ${name}`, facts]));

/**
 * Notes this server's files where the database knows others, such as those of a backup that was restored. On SQLite
 * there is one server.
 */
export async function noteFilesHere(): Promise<void> {
  const folder = folderName();
  if (folder === null) return;
  const files = await filesHere();
  if (!isDeepStrictEqual(byName(files), byName(await filesNoted(folder))))
    await noteKeptFiles(system, { folder, files });
}
