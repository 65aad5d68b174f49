import { bigId, bigInt, flag, id, index, instant, int, json, oneOf, primaryKey, string, table } from "../dialect";

/** What somebody chose for an import; addresses of files are absolute paths. */
export type StoredChoices = Readonly<Record<string, unknown>>;

/** One run that takes in what another system held; its records are in `import_records`. */
export const imports = table(
  "imports",
  {
    id: id(),
    kind: oneOf("wordpress", "ghost", "halo", "markdown", "broadsheet").notNull(),
    /** The kind and the old site's address; what an earlier import of the same origin made is known again. */
    origin: string().notNull().default(""),
    state: oneOf("WAITING", "RUNNING", "DONE", "FAILED", "CANCELLED", "UNDOING", "UNDONE").notNull(),
    dryRun: flag().notNull().default(false),
    resumed: flag().notNull().default(false),
    /** Everything that has no author of its own belongs to this account. */
    authorId: int(),
    author: string().notNull().default(""),
    choices: json().$type<StoredChoices>().notNull(),
    /** The source: its name, bytes, SHA-256, the old site's address, and the version of what wrote it. */
    sourceName: string().notNull(),
    sourceSize: bigInt().notNull().default(0),
    sourceSha256: string().notNull().default(""),
    site: string(),
    sourceVersion: string(),
    progressDone: int().notNull().default(0),
    progressTotal: int().notNull().default(0),
    /** The outcomes by kind and the warnings, set at the end; until then they are counted from the records. */
    counts: json().$type<Readonly<Record<string, Readonly<Record<string, number>>>>>(),
    left: json().$type<readonly unknown[]>().notNull(),
    suggestions: json().$type<readonly unknown[]>().notNull(),
    /** Kinds of which the site had no record before, so that records of our own export keep their numbers. */
    emptyKinds: json().$type<readonly string[]>().notNull(),
    made: json().$type<Readonly<Record<string, readonly string[]>>>().notNull(),
    /** What an undo left, since somebody has changed it or commented on it. */
    kept: json().$type<readonly unknown[]>().notNull(),
    error: string(),
    cancelWanted: flag().notNull().default(false),
    jobId: int(),
    /** Who works on it, until when, and in which process of which machine. */
    leaseOwner: string(),
    leaseUntil: instant(),
    machine: string(),
    processId: int(),
    processStart: string(),
    /** How often its process ended while it ran, since somebody last asked for it. */
    interruptions: int().notNull().default(0),
    createTime: instant().notNull(),
    startTime: instant(),
    endTime: instant(),
  },
  (t) => [index("imports_state").on(t.state), index("imports_origin").on(t.origin, t.id)],
);

/** What became of one record of the source in one import. */
export const importRecords = table(
  "import_records",
  {
    id: bigId(),
    importId: int()
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    /** The record's kind and its identifier at its source; `file` is one that a text shows. */
    kind: string().notNull(),
    source: string().notNull(),
    outcome: oneOf("imported", "updated", "unchanged", "skipped", "failed").notNull(),
    reason: string(),
    title: string().notNull().default(""),
    /** The record here. */
    recordId: bigInt(),
    /** Whether this import made the record, and not an earlier one or somebody. */
    isMade: flag().notNull().default(false),
    warnings: json().$type<readonly string[]>().notNull(),
    warningCount: int().notNull().default(0),
    /** 0 failed, 1 with warnings, 2 skipped, 3 the rest: the order in reports. */
    attention: int().notNull().default(3),
    /** Of a text with very many comments: whether all of them are here. */
    isWhole: flag().notNull().default(true),
    /** Whether its text has addresses that may lead to records that were imported later. */
    hasLinks: flag().notNull().default(false),
    /** What it replaced, for an undo. */
    replaced: json().$type<Readonly<Record<string, unknown>>>(),
  },
  (t) => [
    index("import_records_source").on(t.importId, t.kind, t.source),
    index("import_records_order").on(t.importId, t.attention, t.id),
    index("import_records_outcome").on(t.importId, t.kind, t.outcome),
    index("import_records_links").on(t.importId, t.hasLinks, t.id),
  ],
);

/** What became of a record of an old site, whichever import took it in. */
export const importMemory = table(
  "import_memory",
  {
    origin: string().notNull(),
    kind: string().notNull(),
    source: string().notNull(),
    /** Of the record at its source, as it was taken in. */
    hash: string().notNull(),
    /** What the source said of some fields, so that a change there is told from a change here. */
    given: json().$type<Readonly<Record<string, unknown>>>().notNull(),
    recordKind: string().notNull(),
    recordId: bigInt().notNull(),
    /** What the record here was after that: a difference shows that somebody has changed it since. */
    mark: string().notNull().default(""),
    /** The import that made the record; null where it was here before. */
    madeBy: int(),
    /** The import that wrote it last. */
    writtenBy: int().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.origin, t.kind, t.source] }),
    index("import_memory_record").on(t.recordKind, t.recordId),
  ],
);

/** Addresses of old sites, which lead to what was made of the records there. */
export const oldAddresses = table(
  "old_addresses",
  {
    /** The path, decoded and without a slash at its end; with the one key of the query that matters. */
    path: string().primaryKey(),
    kind: string().notNull(),
    recordId: bigInt().notNull(),
    origin: string().notNull(),
    importId: int().notNull(),
  },
  (t) => [index("old_addresses_record").on(t.kind, t.recordId), index("old_addresses_import").on(t.importId)],
);
