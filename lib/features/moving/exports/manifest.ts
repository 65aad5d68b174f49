/** The form of exports; a newer number is refused by older programs. */
export const [EXPORT_FORMAT, FORMAT_VERSION] = ["broadsheet-export", 1];

/** What an export says of itself, in its `manifest.json`. */
export type Manifest = {
  format: string;
  formatVersion: number;
  /** The version of the program that wrote it. */
  program: string;
  /** The site's address. */
  site: string;
  createTime: string;
  /** Whether it holds only what visitors may read, and whether addresses of people who wrote comments are in it. */
  public: boolean;
  personalData: boolean;
  /** Records of each kind, by the names of the data files. */
  counts: Record<string, number>;
  /** Tables that are in no export. */
  leftOut: { what: string; why: string }[];
  /** Every other entry. */
  files: { path: string; bytes: number; sha256: string }[];
};
