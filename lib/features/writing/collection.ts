import type { Database } from "../../../db";
import type { postMetas, postRedirects, postRevisions, posts } from "../../../db/schema";

/** The parts of an address. */
export type Addressed = { slug: string; createTime: Date };
export type Addresses = (one: Addressed) => string;

/** A collection: what it is called, who may write it, and where it is kept. TypeScript sees the posts' tables. */
export type Collection = {
  name: "post" | "sheet";
  noun: "Post" | "Sheet";
  can: "write posts" | "write sheets";
  table: typeof posts;
  metas: typeof postMetas;
  revisions: typeof postRevisions;
  redirects: typeof postRedirects;
  /** Slugs that the site itself uses. */
  reserved: ReadonlySet<string>;
  /** Makes the function that gives their addresses on this site. */
  addresses: (db: Database, all: readonly Addressed[]) => Promise<Addresses>;
};
