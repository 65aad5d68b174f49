/** The systems that sites are taken over from. */
export const importKinds = ["wordpress", "ghost", "halo", "markdown", "broadsheet"] as const;
export type ImportKind = (typeof importKinds)[number];

/** The choices that take over what is left without them. */
export const offeringChoices = ["taxonomies", "types", "pingbacks", "authorMap"] as const;

/** The records that are taken over. */
export const recordKinds = [
  "user",
  "category",
  "tag",
  "attachment",
  "post",
  "sheet",
  "comment",
  "journal",
  "link",
  "photo",
  "menu",
  "redirect",
  "option",
] as const;
export type RecordKind = (typeof recordKinds)[number];

/** Names a record of the source. Identifiers are unique within their kind. */
export type SourceKey = { kind: RecordKind; source: string };
