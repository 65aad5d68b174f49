import { postMetas, postRedirects, postRevisions, posts } from "../../../../db/schema";
import type { Kind } from "../kind";
import { postAddresses } from "./permalink";

/** Posts, as what they share with sheets sees them. */
export const post: Kind = {
  name: "post",
  noun: "Post",
  can: "write posts",
  table: posts,
  metas: postMetas,
  revisions: postRevisions,
  redirects: postRedirects,
  reserved: new Set(),
  addresses: postAddresses,
};
