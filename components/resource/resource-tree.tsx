"use client";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef } from "react";
import { type Branch, depthOf, dropping, type Move, stepping } from "./tree-moves";
import { type TreeCells, TreeRow } from "./tree-row";
import { useListKeys } from "./use-list-keys";
import { type SendPlaces, usePlacing } from "./use-placing";
import { markLooks, useRowDrag } from "./use-row-drag";

const arrows: Record<string, Move> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "out", ArrowRight: "in" };

type Props<R extends Branch> = {
  /** In display order. */
  rows: readonly R[];
  label: string;
  mayMove: boolean;
  /** The most levels; any number without. */
  mostLevels?: number;
  place: SendPlaces;
  cellsOf: (row: R, depth: number) => TreeCells;
};

/** Records in a tree; moved by dragging, by the buttons and the menu of each row, or by Alt and an arrow key. */
export function ResourceTree<R extends Branch>({ rows, label, mayMove, mostLevels, place, cellsOf }: Props<R>) {
  const t = useTranslations("tree");
  const list = useRef<HTMLUListElement>(null);
  const { tree, said, move } = usePlacing(rows, place);
  const byId = (id: number) => tree.find((each) => each.id === id);
  const step = (row: R, way: Move) => move(row, stepping(tree, row.id, way, mostLevels));
  const drag = useRowDrag((id, drop) => {
    const row = byId(id);
    if (row) move(row, dropping(tree, id, drop, mostLevels));
  }, true);
  useListKeys(list, tree.map(({ id }) => id).join(), { toggle: () => undefined, press: () => false });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, row: R) => {
    const way = event.altKey && !event.ctrlKey && !event.metaKey ? arrows[event.key] : undefined;
    if (!way || !mayMove) return;
    event.preventDefault();
    step(row, way);
  };
  return (
    <>
      {mayMove && tree.length > 1 && (
        <p className="mb-3 text-soft">
          <span className="max-md:hidden">{t("hint")}</span>
          <span className="md:hidden">{t("hintPhone")}</span>
        </p>
      )}
      <ul ref={list} data-rows aria-label={label} className="rounded-lg border bg-raised">
        {tree.map((row) => {
          const mark = drag.marksOf(row.id);
          const depth = depthOf(tree, row.id);
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons in it
            <li
              key={row.id}
              data-row={row.id}
              onKeyDown={(event) => onKeyDown(event, row)}
              className={clsx(
                "relative border-b last:border-0 has-[[data-main]:focus-visible]:bg-ink/[0.03]",
                mark && markLooks[mark],
              )}
            >
              <TreeRow
                {...cellsOf(row, depth)}
                name={row.name}
                depth={depth}
                mayMove={mayMove}
                can={(way) => stepping(tree, row.id, way, mostLevels).length > 0}
                onMove={(way) => step(row, way)}
                handle={drag.handleOf(row.id)}
              />
            </li>
          );
        })}
      </ul>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </>
  );
}
