import { index, instant, json, primaryKey, string, table } from "../dialect";

/** Backups and exports in the data folders of the servers on one PostgreSQL, as each server notes its own. */
export const keptFiles = table(
  "kept_files",
  {
    kind: string().notNull(),
    name: string().notNull(),
    /** The name of the data folder. */
    folder: string().notNull(),
    /** The machine's name, shown to people. */
    server: string().notNull(),
    /** What is answered of it. */
    facts: json().$type<unknown>().notNull(),
    /** When its server last said that it is there. */
    seenTime: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.name, t.folder] }), index("kept_files_seen").on(t.seenTime)],
);

/** The moment that the last scheduled backup was for, so that one of several servers makes it. */
export const backupSlots = table("backup_slots", { slot: instant().primaryKey() });
