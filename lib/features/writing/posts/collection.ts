import { postMetas, postRedirects, postRevisions, posts } from "../../../../db/schema";
import type { Collection } from "../collection";
import { postAddresses } from "./permalink";

/** The collection of posts. */
export const post: Collection = {
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
