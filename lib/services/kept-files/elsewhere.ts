import { and, eq, gt, ne } from "drizzle-orm";
import type { z } from "zod";
import type { Database } from "../../../db";
import { folderName } from "../../../db/folder-name";
import { keptFiles } from "../../../db/schema";
import { AppError, notFound } from "../../core/errors";
import { jobKind } from "../jobs/kinds";
import { enqueue, GiveUp } from "../jobs/queue";
import { keptKinds, longAgo } from "./kinds";
import { fileToRemove } from "./schema";

/** Removes a file that another server was asked to remove. */
export const removalJob = jobKind("remove-kept-file", { payload: fileToRemove, tries: 3, inFolder: true });

/** Does it. */
export async function removeKeptFile({ kind, name }: z.output<typeof fileToRemove>): Promise<void> {
  const remove = keptKinds().get(kind)?.remove;
  if (!remove) throw new GiveUp(`This server knows no files of the kind ${kind}.`);
  await remove(name);
}

/** The files of a kind that other servers keep; `name` asks for those of that name. */
export async function keptElsewhere(db: Database, kind: string, name?: string) {
  const here = folderName();
  if (here === null) return [];
  return db
    .select({ name: keptFiles.name, folder: keptFiles.folder, server: keptFiles.server, facts: keptFiles.facts })
    .from(keptFiles)
    .where(
      and(
        eq(keptFiles.kind, kind),
        ne(keptFiles.folder, here),
        gt(keptFiles.seenTime, longAgo(new Date())),
        name === undefined ? undefined : eq(keptFiles.name, name),
      ),
    );
}

/** The server that keeps a file of this name; refuses where none does. */
export async function keeperOf(db: Database, kind: string, name: string) {
  const [found] = await keptElsewhere(db, kind, name);
  if (!found) throw notFound();
  return found;
}

/** Has the server that keeps a file remove it. */
export async function removeElsewhere(db: Database, kind: string, name: string, now: Date): Promise<void> {
  const { folder } = await keeperOf(db, kind, name);
  const title = `Delete the file ${name}`;
  await enqueue(db, { kind: removalJob, title, payload: { kind, name }, folder, dedupeKey: `${folder} ${name}` }, now);
}

/** The refusal of what only the server that keeps a file can do. */
export const isElsewhere = (server: string): AppError =>
  new AppError("conflict", `This file lies on the server ${server}. Ask that server for it.`, {
    reason: "on_another_server",
  });
