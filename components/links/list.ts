import type { z } from "zod";
import type { linkSearch, managedLink } from "../../lib/features/links/schema";
import type { ListPlace } from "../resource/list-place";

/** What its rows show of a link. */
export const shownOfLinks = [
  "id",
  "name",
  "url",
  "description",
  "logo",
  "team",
  "priority",
  "health",
  "checkStatus",
  "checkTime",
  "createTime",
] as const satisfies readonly (keyof z.output<typeof managedLink>)[];
export type ListedLink = Pick<z.output<typeof managedLink>, (typeof shownOfLinks)[number]>;
export type LinkFilters = z.input<typeof linkSearch>;

/** The list of links by team, each team in the order in which visitors see it. */
export const linkList: ListPlace<LinkFilters> = {
  path: "/admin/links",
  states: { by: "health", names: ["", "ALIVE", "DEAD", "UNKNOWN"] },
  chips: ["team"],
  sort: "team,asc",
  size: 50,
};
