"use client";
import { useCallback, useMemo, useState } from "react";
import type { TagChoice } from "../../lib/features/taxonomy/tags/schema";
import type { CategoryChoice } from "../../lib/features/taxonomy/categories/schema";
import type { Around } from "./settings";

/** The tree with a new category, the last one below its parent. */
function withCategory(categories: CategoryChoice[], made: CategoryChoice): CategoryChoice[] {
  const parent = categories.find(({ id }) => id === made.parentId);
  const after = parent
    ? categories.findLastIndex(
        ({ fullPath }) => fullPath === parent.fullPath || fullPath.startsWith(`${parent.fullPath}/`),
      )
    : categories.length - 1;
  return categories.toSpliced(after + 1, 0, { ...made, depth: parent ? parent.depth + 1 : 0 });
}

const none: readonly TagChoice[] = [];

/**
 * The choices of the settings, with those made meanwhile. Of tags: those of the text as it was opened, some of which may
 * be deleted by now, and as it is stored.
 */
export function useAround(given: Around, opened: readonly TagChoice[] = none, stored: readonly TagChoice[] = none) {
  const [made, setAround] = useState(given);
  const around = useMemo(() => ({ ...made, tags: [...stored, ...opened, ...made.tags] }), [made, opened, stored]);
  const addMade = useCallback(
    (added: { category: CategoryChoice } | { tag: TagChoice }) =>
      setAround((before) =>
        "tag" in added
          ? { ...before, tags: [...before.tags.filter(({ id }) => id !== added.tag.id), added.tag] }
          : { ...before, categories: withCategory(before.categories, added.category) },
      ),
    [],
  );
  return { around, addMade };
}
