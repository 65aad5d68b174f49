import type { Follower, FollowerFilters } from "../../lib/features/followers/schema";
import type { ListPlace } from "../resource/list-place";

/** What a row shows of a follower. */
export const shownOfFollowers = [
  "id",
  "email",
  "status",
  "rhythm",
  "bounces",
  "lastBounceTime",
  "createTime",
] as const satisfies readonly (keyof Follower)[];
export type ListedFollower = Pick<Follower, (typeof shownOfFollowers)[number]>;

/** Those who follow the site by mail. */
export const followerList: ListPlace<FollowerFilters> = {
  path: "/admin/followers",
  states: { by: "status", names: ["all", "FOLLOWING", "WAITING", "BOUNCED"] },
  sort: "createTime,desc",
};
