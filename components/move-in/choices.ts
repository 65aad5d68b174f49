import type { ImportItem, ImportOverview, importAgain } from "../../lib/features/moving/imports/schema";
import type { z } from "zod";

/** What somebody chooses for an import, besides the file. */
export type Choices = {
  as: "richtext" | "markdown";
  members: "private" | "draft" | "publish";
  fetchMedia: boolean;
  site: string;
  /** The first tag of a post becomes its category. */
  primaryTag: boolean;
  /** Everything belongs to whoever imports, and no accounts are made. */
  mine: boolean;
  taxonomies: string[];
  types: Record<string, "post" | "sheet">;
  pingbacks: boolean;
  /** What Markdown was written for; empty: found out. */
  dialect: "" | NonNullable<ImportOverview["choices"]["dialect"]>;
  slugFrom: "file" | "title";
  /** The usernames here of authors that the files name. */
  authorMap: Record<string, string>;
};
type Kind = ImportItem["kind"];

/** The kinds that each choice means something for. */
const meant: Record<keyof Choices, readonly Kind[]> = {
  as: ["wordpress", "ghost", "halo"],
  members: ["ghost"],
  fetchMedia: ["wordpress", "ghost", "halo"],
  site: ["ghost", "halo"],
  primaryTag: ["ghost"],
  mine: ["wordpress", "ghost", "halo", "markdown", "broadsheet"],
  taxonomies: ["wordpress"],
  types: ["wordpress"],
  pingbacks: ["wordpress"],
  dialect: ["markdown"],
  slugFrom: ["markdown"],
  authorMap: ["markdown"],
};
export const isMeantFor = (kind: Kind, name: keyof Choices): boolean => meant[name].includes(kind);

/** What was chosen for a dry run, to begin with. */
export const choicesOf = ({ choices }: Pick<ImportOverview, "choices">): Choices => ({
  as: choices.as ?? "richtext",
  members: choices.members ?? "private",
  fetchMedia: choices.fetchMedia ?? false,
  site: choices.site ?? "",
  primaryTag: choices.primaryTagAsCategory ?? false,
  mine: choices.author !== undefined,
  taxonomies: choices.taxonomies ?? [],
  types: choices.types ?? {},
  pingbacks: choices.pingbacks ?? false,
  dialect: choices.dialect ?? "",
  slugFrom: choices.slugFrom ?? "file",
  authorMap: choices.authorMap ?? {},
});

/** Without the authors whose account is not named. */
const named = (authorMap: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(authorMap).flatMap(([name, username]) => (username.trim() ? [[name, username.trim()]] : [])),
  );

/** The same as the operation takes them. What the page does not ask stays as it was. */
export function sentChoices(
  kind: Kind,
  chosen: Choices,
  before: ImportOverview["choices"],
  username: string,
): Omit<z.input<typeof importAgain>, "importId" | "dryRun"> {
  const { author: _author, site: _site, dialect: _dialect, ...others } = before;
  const { as, members, fetchMedia, site, primaryTag, mine, taxonomies, types, pingbacks } = chosen;
  const { dialect, slugFrom, authorMap } = chosen;
  return {
    ...others,
    ...(isMeantFor(kind, "as") && { as }),
    ...(isMeantFor(kind, "members") && { members }),
    ...(isMeantFor(kind, "fetchMedia") && { fetchMedia }),
    ...(isMeantFor(kind, "site") && site.trim() !== "" && { site: site.trim() }),
    ...(isMeantFor(kind, "primaryTag") && { primaryTagAsCategory: primaryTag }),
    ...(isMeantFor(kind, "types") && { taxonomies, types, pingbacks }),
    ...(isMeantFor(kind, "slugFrom") && { slugFrom, authorMap: named(authorMap), ...(dialect !== "" && { dialect }) }),
    ...(mine && { author: username }),
  };
}
