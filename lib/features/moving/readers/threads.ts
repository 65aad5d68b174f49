type Reply = { source: string; parent: string | null; createTime: Date | null; warnings: string[] };

const timeOf = ({ createTime }: Reply): number => createTime?.getTime() ?? 0;

/**
 * Puts the comments of one text into their order, oldest first and each after the one it replies to. A parent that is
 * missing makes a comment stand at the top; a loop is cut at its oldest comment. Nothing is recursive, since replies
 * may go ten thousand deep.
 */
export function inThreads<T extends Reply>(comments: readonly T[]): T[] {
  const byId = new Map(comments.map((each) => [each.source, each]));
  const sorted = comments.toSorted((a, b) => timeOf(a) - timeOf(b));
  for (const comment of sorted)
    if (comment.parent !== null && !byId.has(comment.parent)) {
      comment.warnings.push(`It replied to a comment that is missing (${comment.parent}), and now stands at the top.`);
      comment.parent = null;
    }
  const settled = new Set<T>();
  for (const comment of sorted) {
    const way = new Set<T>();
    let next: T | undefined = comment;
    while (next && !settled.has(next) && !way.has(next)) {
      way.add(next);
      next = next.parent === null ? undefined : byId.get(next.parent);
    }
    if (next && way.has(next)) {
      // Sorted by age, so the first of a loop that is met need not be the oldest one in it.
      const loop = [...way].slice([...way].indexOf(next));
      const oldest = loop.reduce((a, b) => (timeOf(b) < timeOf(a) ? b : a));
      oldest.warnings.push("Its replies led back to it, so it now stands at the top.");
      oldest.parent = null;
    }
    for (const each of way) settled.add(each);
  }
  return parentsFirst(sorted, byId);
}

/** The same order, except that a comment never comes before the one it replies to. */
function parentsFirst<T extends Reply>(sorted: readonly T[], byId: ReadonlyMap<string, T>): T[] {
  const done = new Set<T>();
  const ordered: T[] = [];
  for (const comment of sorted) {
    const way: T[] = [];
    for (let next: T | undefined = comment; next && !done.has(next);) {
      way.push(next);
      done.add(next);
      next = next.parent === null ? undefined : byId.get(next.parent);
    }
    for (let last = way.pop(); last; last = way.pop()) ordered.push(last);
  }
  return ordered;
}
