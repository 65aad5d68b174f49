import type { Database } from "../../../db";
import type { postMetas, postRedirects, postRevisions, posts } from "../../../db/schema";

/** What an address is made of. */
export type Addressed = { slug: string; createTime: Date };
export type Addresses = (one: Addressed) => string;

/** One kind of what is written, revised and published: where it is kept and what it is called. TypeScript sees the posts' tables. */
export type Collection = {
  name: "post" | "sheet";
  table: typeof posts;
  metas: typeof postMetas;
  revisions: typeof postRevisions;
  redirects: typeof postRedirects;
  /** Addresses that none of them may have: something else stands there. */
  reserved: ReadonlySet<string>;
  /** Finds out how these are addressed on this site. */
  addresses: (db: Database, all: readonly Addressed[]) => Promise<Addresses>;
};
