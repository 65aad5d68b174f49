const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** What an archive may hold. Sizes are bytes after unpacking. */
export type ArchiveLimits = {
  entries: number;
  entryBytes: number;
  allBytes: number;
  /** How many times its own size an archive may unpack to, beyond `freeBytes`. */
  ratio: number;
  freeBytes: number;
  /** Archives within the archive; they are never opened, but may hide what is in them. */
  nested: boolean;
};

/** For archives from elsewhere. */
export const foreignLimits: ArchiveLimits = {
  entries: 200_000,
  entryBytes: 2 * GIB,
  allBytes: 20 * GIB,
  ratio: 200,
  freeBytes: 10 * MIB,
  nested: false,
};
