import type { ListPlace, WholeList } from "../resource/list-place";

/** One's own access tokens. */
export const tokenPlace: ListPlace<WholeList> = { path: "/admin/tokens", sort: "id,desc" };
