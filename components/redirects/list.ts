import type { MissedAddress, MissedFilters, Redirect, RedirectFilters } from "../../lib/features/redirects/schema";
import type { ListPlace } from "../resource/list-place";

/** What a row shows of a redirect. */
export const shownOfRedirects = [
  "id",
  "source",
  "below",
  "target",
  "status",
  "hits",
  "lastHitTime",
  "createTime",
] as const satisfies readonly (keyof Redirect)[];
export type ListedRedirect = Pick<Redirect, (typeof shownOfRedirects)[number]>;

export const redirectList: ListPlace<RedirectFilters> = {
  path: "/admin/tools/redirects",
  chips: ["status"],
  sort: "createTime,desc",
};

export const shownOfMissed = [
  "id",
  "path",
  "hits",
  "firstTime",
  "lastTime",
] as const satisfies readonly (keyof MissedAddress)[];
export type ListedMissed = Pick<MissedAddress, (typeof shownOfMissed)[number]>;

export const missedList: ListPlace<MissedFilters> = { path: "/admin/tools/redirects/missed", sort: "hits,desc" };
