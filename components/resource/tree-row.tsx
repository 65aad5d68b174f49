"use client";
import {
  ArrowDown,
  ArrowUp,
  CornerDownRight,
  IndentDecrease,
  IndentIncrease,
  type LucideIcon,
  MoreHorizontal,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { Clipped } from "../ui/clipped";
import { MenuButton } from "../ui/menu-button";
import type { MenuEntry } from "../ui/menu-choices";
import { Tooltip } from "../ui/tooltip";
import { DragHandle } from "./drag-handle";
import { titleLook } from "./row-title";
import type { Move } from "./tree-moves";
import type { RowDrag } from "./use-row-drag";

const moveIcons: readonly [Move, LucideIcon][] = [
  ["up", ArrowUp],
  ["down", ArrowDown],
  ["out", IndentDecrease],
  ["in", IndentIncrease],
];

/** Something to do with a row, in its menu. */
type TreeAction = { label: string; icon: LucideIcon; grave?: boolean; onSelect: () => void };

/** What a row shows; its first action is also taken by its name. */
export type TreeCells = { note?: ReactNode; below?: string; aside?: ReactNode; actions: readonly TreeAction[] };

type Props = TreeCells & {
  name: string;
  depth: number;
  mayMove: boolean;
  can: (move: Move) => boolean;
  onMove: (move: Move) => void;
  handle: ReturnType<RowDrag["handleOf"]>;
};

/** One row of a tree, at its depth. */
export function TreeRow({ name, depth, mayMove, can, onMove, handle, note, below, aside, actions }: Props) {
  const t = useTranslations("tree");
  const list = useTranslations("list");
  const [main] = actions;
  const entryOf = ({ label, icon, grave, onSelect }: TreeAction): MenuEntry => ({ label, icon, grave, run: onSelect });
  const grave = actions.filter((action) => action.grave).map(entryOf);
  const entries = () => [
    ...actions.filter((action) => !action.grave).map(entryOf),
    ...(mayMove
      ? moveIcons.map(([move, icon], at) => ({
          label: t(`move.${move}`),
          icon,
          disabled: !can(move),
          apart: at === 0,
          run: () => onMove(move),
        }))
      : []),
    ...grave.map((entry, at) => ({ ...entry, apart: mayMove && at === 0 })),
  ];
  return (
    <div
      className="flex items-center gap-2 py-2 pr-2 pl-3 max-sm:gap-1"
      style={{ paddingLeft: `calc(${mayMove ? 0.35 : 0.75}rem + ${Math.min(depth, 6)} * clamp(0.8rem, 2vw, 1.4rem))` }}
    >
      {mayMove && <DragHandle {...handle} />}
      {depth > 0 && <CornerDownRight aria-hidden className="size-3.5 shrink-0 text-soft" />}
      <div className="mr-auto min-w-0">
        <div className="flex flex-wrap items-center gap-x-2">
          {main ? (
            <button type="button" data-main className={`${titleLook} min-w-0`} onClick={main.onSelect}>
              <bdi>{name}</bdi>
            </button>
          ) : (
            <span className="min-w-0 font-[560] break-words">
              <bdi>{name}</bdi>
            </span>
          )}
          {note}
        </div>
        {below && <Clipped className="text-[0.8rem] text-soft">{below}</Clipped>}
      </div>
      {aside}
      {mayMove && (
        <div role="group" aria-label={t("moveGroup", { name })} className="flex max-md:hidden">
          {moveIcons.map(([move, Icon]) => (
            <Tooltip key={move} text={t(`move.${move}`)}>
              {/* Not `disabled`: the focus must not leave a row that has reached an end. */}
              <Button
                look="quiet"
                size="smallIcon"
                aria-disabled={!can(move)}
                aria-label={t(`moveOf.${move}`, { name })}
                onClick={() => onMove(move)}
              >
                <Icon aria-hidden />
              </Button>
            </Tooltip>
          ))}
        </div>
      )}
      {actions.length > 0 && (
        <MenuButton entries={entries} look="quiet" size="smallIcon" aria-label={list("actionsFor", { name })}>
          <MoreHorizontal aria-hidden />
        </MenuButton>
      )}
    </div>
  );
}
