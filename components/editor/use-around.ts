"use client";
import { useCallback, useState } from "react";
import type { ManagedCategory } from "../../lib/features/taxonomy/categories/schema";
import type { Tag } from "../../lib/features/taxonomy/tags/schema";
import type { Around } from "./settings";

/** The tree with a new category, the last one below its parent. */
function withCategory(categories: ManagedCategory[], made: ManagedCategory): ManagedCategory[] {
  const parent = categories.find(({ id }) => id === made.parentId);
  const after = parent
    ? categories.findLastIndex(
        ({ fullPath }) => fullPath === parent.fullPath || fullPath.startsWith(`${parent.fullPath}/`),
      )
    : categories.length - 1;
  return categories.toSpliced(after + 1, 0, made);
}

/** The choices of the settings, with those made meanwhile. */
export function useAround(given: Around) {
  const [around, setAround] = useState(given);
  const addMade = useCallback(
    (made: { category: ManagedCategory } | { tag: Tag }) =>
      setAround((before) =>
        "tag" in made
          ? { ...before, tags: [...before.tags, made.tag] }
          : { ...before, categories: withCategory(before.categories, made.category) },
      ),
    [],
  );
  return { around, addMade };
}
