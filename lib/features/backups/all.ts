import type { Database } from "../../../db";
import { keptElsewhere } from "../../services/kept-files/elsewhere";
import { keptKind } from "../../services/kept-files/kinds";
import { answered, backupNames, findBackups, newestFirst, readFacts, removeBackup } from "./folder";
import { type Backup, backupFacts } from "./schema";

/** Backups among the files that servers keep. */
export const BACKUP = "backup";

keptKind(BACKUP, {
  list: async () =>
    backupNames().flatMap((name) => {
      const facts = readFacts(name);
      return facts ? [{ name, facts }] : [];
    }),
  remove: async (name) => removeBackup(name),
});

/** The listed backups of other servers; `name` asks for one of that name. */
export async function backupsElsewhere(db: Database, name?: string): Promise<Backup[]> {
  const found = await keptElsewhere(db, BACKUP, name);
  return found.flatMap((each) => {
    // Another version of the program may have noted it.
    const facts = backupFacts.safeParse(each.facts);
    return facts.success ? [answered(each.name, facts.data, each.server)] : [];
  });
}

/** The listed backups of all servers, newest first. */
export const allBackups = async (db: Database): Promise<Backup[]> =>
  [...findBackups(), ...(await backupsElsewhere(db))].sort(newestFirst);
