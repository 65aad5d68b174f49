import type { postMetas, postRedirects, postRevisions, posts } from "../../db/schema";

/** One kind of what is written, revised and published: where it is kept and what it is called. TypeScript sees the posts' tables. */
export type Kind = {
  name: "post" | "sheet";
  table: typeof posts;
  metas: typeof postMetas;
  revisions: typeof postRevisions;
  redirects: typeof postRedirects;
  /** Addresses that none of them may have: something else stands there. */
  reserved: ReadonlySet<string>;
  /** Its address on this site. */
  url: (slug: string) => string;
};
