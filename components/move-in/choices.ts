import type { ImportItem } from "../../lib/features/moving/imports/schema";

/** What somebody chooses for an import, besides the file. */
export type Choices = {
  as: "richtext" | "markdown";
  members: "private" | "draft" | "publish";
  fetchMedia: boolean;
  site: string;
  /** Everything belongs to whoever imports, and no accounts are made. */
  mine: boolean;
};
type Kind = ImportItem["kind"];

/** The kinds that each choice means something for. */
const meant: Record<keyof Choices, readonly Kind[]> = {
  as: ["wordpress", "ghost", "halo"],
  members: ["ghost"],
  fetchMedia: ["wordpress", "ghost", "halo"],
  site: ["ghost"],
  mine: ["wordpress", "ghost", "halo", "markdown", "broadsheet"],
};
export const isMeantFor = (kind: Kind, name: keyof Choices): boolean => meant[name].includes(kind);

type Params = Record<string, string | string[] | undefined>;

/** The choices of a dry run, which its address keeps. */
export function choicesFrom(params: Params): Choices {
  const { as, members, fetchMedia, site, mine } = params;
  return {
    as: as === "markdown" ? as : "richtext",
    members: members === "draft" || members === "publish" ? members : "private",
    fetchMedia: fetchMedia === "true",
    site: typeof site === "string" ? site : "",
    mine: mine === "true",
  };
}

/** The same as a part of an address. */
export const addressPart = ({ as, members, fetchMedia, site, mine }: Choices): string =>
  new URLSearchParams({
    ...(as !== "richtext" && { as }),
    ...(members !== "private" && { members }),
    ...(fetchMedia && { fetchMedia: "true" }),
    ...(site !== "" && { site }),
    ...(mine && { mine: "true" }),
  }).toString();

/** The same as the operation takes them. */
export const sentChoices = (kind: Kind, choices: Choices, username: string) => ({
  ...(isMeantFor(kind, "as") && { as: choices.as }),
  ...(isMeantFor(kind, "members") && { members: choices.members }),
  ...(isMeantFor(kind, "fetchMedia") && { fetchMedia: choices.fetchMedia }),
  ...(isMeantFor(kind, "site") && choices.site.trim() !== "" && { site: choices.site.trim() }),
  ...(choices.mine && { author: username }),
});
