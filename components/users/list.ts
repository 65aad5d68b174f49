import type { User, UserFilters } from "../../lib/features/accounts/schema";
import type { ListPlace } from "../resource/list-place";

/** What its rows show of an account. */
export const shownOfUsers = [
  "id",
  "username",
  "nickname",
  "email",
  "avatar",
  "role",
  "mfaType",
  "suspended",
  "lastLoginTime",
] as const satisfies readonly (keyof User)[];
/** `isOwn`: the account of the person who looks at the list. */
export type ListedUser = Pick<User, (typeof shownOfUsers)[number]> & { isOwn: boolean };

/** The list of accounts. */
export const userPlace: ListPlace<UserFilters> = {
  path: "/admin/users",
  states: { by: "state", names: ["all", "ADMIN", "EDITOR", "AUTHOR", "SUBSCRIBER", "suspended"] },
  sort: "id,asc",
};
