import type { Database } from "../../../db";
import type { postMetas, postRedirects, postRevisions, posts } from "../../../db/schema";

/** What an address is made of. */
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
  /** Addresses that none of them may have: something else stands there. */
  reserved: ReadonlySet<string>;
  /** Finds out how these are addressed on this site. */
  addresses: (db: Database, all: readonly Addressed[]) => Promise<Addresses>;
};

/** What becomes stale when these records change. */
export const touched = ({ name }: Collection, ...ids: readonly number[]): string[] => [
  `${name}s`,
  ...ids.map((id) => `${name}:${id}`),
];
