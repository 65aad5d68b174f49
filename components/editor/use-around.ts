"use client";
import { useCallback, useMemo, useState } from "react";
import type { TagChoice } from "../../lib/features/taxonomy/tags/schema";
import type { Around, CategoryChoice } from "./settings";

/** The tree with a new category, the last one below its parent. */
function withCategory(categories: CategoryChoice[], made: CategoryChoice): CategoryChoice[] {
  const parent = categories.find(({ id }) => id === made.parentId);
  const after = parent
    ? categories.findLastIndex(
        ({ fullPath }) => fullPath === parent.fullPath || fullPath.startsWith(`${parent.fullPath}/`),
      )
    : categories.length - 1;
  return categories.toSpliced(after + 1, 0, made);
}

const none: readonly TagChoice[] = [];

/** The choices of the settings, with those made meanwhile and the tags that the stored text has by now. */
export function useAround(given: Around, stored: readonly TagChoice[] = none) {
  const [made, setAround] = useState(given);
  const around = useMemo(() => ({ ...made, tags: [...stored, ...made.tags] }), [made, stored]);
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
