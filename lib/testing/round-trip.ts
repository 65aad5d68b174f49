import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { users } from "../../db/schema";
import { type Actor, visitor } from "../core/access";
import { engine } from "../core/operation";
import { freshDatabase } from "./setup";
import { makeImportHere } from "../features/moving/imports/claiming";
import { measure } from "../features/moving/imports/opening";
import { runImport } from "../features/moving/imports/running";
import type { ImportReport } from "../features/moving/imports/schema";
import { entriesOf, exportSite } from "./exports";

/** An empty site and the account that its owner made: the first of every site here, so that it is the same person. */
export async function anEmptySite(): Promise<Actor & { id: number }> {
  await freshDatabase();
  const now = new Date("2020-01-01T00:00:00.000Z");
  const names = { username: "owner", nickname: "Owner", email: "owner@example.org", role: "ADMIN" };
  const [row] = await engine().transaction(
    (db) =>
      db
        .insert(users)
        .values({ ...names, createTime: now, updateTime: now })
        .returning(),
    () => null,
  );
  if (!row) throw new Error("no account was stored");
  return { ...visitor, id: row.id, role: "ADMIN", name: row.username };
}

/** Takes an export into the site, as the command line does. */
export async function importInto(actor: Actor, path: string): Promise<ImportReport> {
  const { sha256 } = await measure(path);
  const { id } = await makeImportHere(actor, { kind: "broadsheet", sha256, choices: { path } });
  return runImport(actor, id);
}

/** Entries that an import may change: of itself, and of whoever did it. */
const own = ["manifest.json", "data/users.jsonl", "data/imports.jsonl"];
const comparable = (entries: Map<string, string>) => new Map([...entries].filter(([name]) => !own.includes(name)));

/** Exports the present site, takes that into an empty one and exports it again: both exports, and what was said. */
export async function roundTrip() {
  const path = join(mkdtempSync(join(tmpdir(), "broadsheet-round-")), "site.zip");
  copyFileSync(await exportSite({ personalData: true }), path);
  const owner = await anEmptySite();
  const report = await importInto(owner, path);
  return {
    before: comparable(await entriesOf(path)),
    after: comparable(await entriesOf(await exportSite({ personalData: true }))),
    report,
    path,
    owner,
  };
}
