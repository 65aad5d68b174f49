import type { CacheKey } from "../../core/cache-keys";
import type { Collection } from "./collection";
import { isLive } from "./saves";
import type { PostStatus } from "./schema";

/** What tells where a record stands: whether readers find it, under which title and address, among which others. */
export type Placed = {
  id: number;
  status: PostStatus;
  slug: string;
  title: string;
  createTime: Date;
  password: string;
  categories?: readonly { id: number }[];
  tags?: readonly { id: number }[];
};

const placeOf = (one: Placed): string => {
  const ids = [one.categories, one.tags].map((all) => all?.map(({ id }) => id).sort((a, b) => a - b));
  return JSON.stringify([one.status, one.slug, one.title, one.createTime, one.password, ids]);
};

/**
 * The cache keys of records of a collection: `post:12` for what shows its text, `posts` for lists of them, and `post-places` for
 * what depends only on which there are, when, and where: neighbours, counts, archives, addresses where nothing is.
 */
export function staleAfter({ name }: Collection) {
  const whole = (ids: readonly number[]): CacheKey[] => [
    `${name}s`,
    `${name}-places`,
    ...ids.map((id) => `${name}:${id}`),
  ];

  /** What a change makes stale; null stands for a record that is not there. */
  function touched(before: Placed | null, after: Placed | null): CacheKey[] {
    const [was, is] = [before, after].map((one) => one !== null && isLive(one.status));
    const id = (after ?? before)?.id ?? 0;
    if (was || is)
      return before && after && placeOf(before) === placeOf(after) ? [`${name}s`, `${name}:${id}`] : whole([id]);
    // A sheet takes its address from a post of the same name, whatever its status.
    return name === "sheet" && before?.slug !== after?.slug ? ["sheet-places"] : [];
  }

  return { touched, whole };
}
