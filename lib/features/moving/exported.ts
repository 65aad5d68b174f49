import type { SourceKey } from "./kinds-schema";

/** An earlier text of a post or sheet, as our own export has it. */
export type ExportedRevision = {
  version: number;
  title: string;
  editorType: "MARKDOWN" | "RICHTEXT";
  /** The source's identifier of the account that replaced it. */
  author: string | null;
  createTime: Date;
  originalContent: string;
  keptHtml: string | null;
};

/**
 * What our own export knows of a record beside what other sources know, so that an empty site becomes equal to the one
 * that was exported.
 */
export type Exported = {
  /** Columns as they were, by name. */
  columns: Readonly<Record<string, string | number | boolean | Date | null>>;
  /** Columns that name other records. */
  references: Readonly<Record<string, SourceKey | null>>;
  /** Of texts: earlier slugs, the earlier texts, oldest first, and every own field. */
  slugs?: readonly string[];
  revisions?: readonly ExportedRevision[];
  metas?: readonly (readonly [string, string])[];
};
