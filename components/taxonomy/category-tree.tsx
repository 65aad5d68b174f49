"use client";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useOptimistic, useState, useTransition } from "react";
import { useRouter } from "next/navigation";
import { updateCategoriesAction } from "../../app/admin/categories/actions";
import type { ManagedCategory } from "../../lib/features/taxonomy/categories/schema";
import { sayDone, sayFailed } from "../ui/toaster";
import { CategoryRow, type Doing } from "./category-row";
import { type Branch, type Move, placing, stepping, withBelow, withPlaces } from "./tree-moves";
import { type Drop, useTreeDrag } from "./use-tree-drag";

type Props = { categories: ManagedCategory[]; mayManage: boolean; onDo: (doing: Doing) => void };

/** The tree; reordered by dragging, or by the buttons of each row, and saved at once. */
export function CategoryTree({ categories, mayManage, onDo }: Props) {
  const t = useTranslations("taxonomy.categories");
  const ui = useTranslations("ui");
  const router = useRouter();
  const [, start] = useTransition();
  const [tree, place] = useOptimistic(categories, (before, places: Branch[]) => withPlaces(before, places));
  const [said, setSaid] = useState("");

  function save(places: Branch[], name: string, isUndo = false): void {
    if (places.length === 0) return setSaid(t("cannotMove", { name }));
    const back = places.flatMap(({ id }) =>
      tree
        .filter((each) => each.id === id)
        .map(({ name: own, parentId, priority }) => ({ id, name: own, parentId, priority })),
    );
    start(async () => {
      place(places);
      const answer = await updateCategoriesAction({ items: places });
      if (!answer.ok) return void sayFailed(answer.error.message);
      setSaid(whereIs(withPlaces(tree, places), name, places));
      if (!isUndo) sayDone(t("moved", { name }), { label: ui("undo"), run: () => save(back, name, true) });
      router.refresh();
    });
  }

  /** For screen readers: its new neighbours. */
  function whereIs(now: readonly Branch[], name: string, places: readonly Branch[]): string {
    const own = now.find((each) => each.name === name && places.some((moved) => moved.id === each.id));
    const siblings = now.filter((each) => each.parentId === own?.parentId);
    const parent = now.find((each) => each.id === own?.parentId)?.name;
    const at = { name, place: siblings.findIndex((each) => each.id === own?.id) + 1, of: siblings.length };
    return parent === undefined ? t("nowAtTop", at) : t("nowIn", { ...at, parent });
  }

  const onMove = (category: ManagedCategory, move: Move) => save(stepping(tree, category.id, move), category.name);
  const onDrop = (id: number, { target, where }: Drop) => {
    const to = tree.find((each) => each.id === target);
    const moved = tree.find((each) => each.id === id);
    if (!to || !moved || withBelow(tree, id).has(target)) return;
    const siblings = tree.filter((each) => each.parentId === to.parentId && each.id !== id);
    const after = siblings[siblings.findIndex((each) => each.id === target) + 1]?.id ?? null;
    if (where === "inside") save(placing(tree, id, target, null), moved.name);
    else save(placing(tree, id, to.parentId, where === "before" ? target : after), moved.name);
  };
  const drag = useTreeDrag(onDrop);

  return (
    <>
      {mayManage && tree.length > 1 && <p className="mb-3 text-soft max-md:hidden">{t("dragHint")}</p>}
      <ul className="rounded-lg border bg-raised">
        {tree.map((category) => (
          <li
            key={category.id}
            {...(mayManage && drag.rowOf(category.id))}
            className={clsx(
              "relative border-b last:border-0",
              drag.dragged === category.id && "opacity-40",
              drag.over?.target === category.id &&
                drag.dragged !== category.id &&
                {
                  before: "shadow-[inset_0_2px_var(--accent)]",
                  after: "shadow-[inset_0_-2px_var(--accent)]",
                  inside: "bg-[color-mix(in_srgb,var(--accent)_9%,var(--raised))]",
                }[drag.over.where],
            )}
          >
            <CategoryRow
              category={category}
              depth={depthOf(tree, category)}
              mayManage={mayManage}
              can={(move) => stepping(tree, category.id, move).length > 0}
              onMove={(move) => onMove(category, move)}
              onDo={onDo}
            />
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </>
  );
}

function depthOf(tree: readonly Branch[], { parentId }: Branch): number {
  const parent = tree.find((each) => each.id === parentId);
  return parent ? depthOf(tree, parent) + 1 : 0;
}
