"use client";
import {
  ArrowDown,
  ArrowUp,
  CornerDownRight,
  GripVertical,
  IndentDecrease,
  IndentIncrease,
  Lock,
  MoreHorizontal,
  Pencil,
  Plus,
  Trash2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ManagedCategory } from "../../lib/features/taxonomy/categories/schema";
import { Button } from "../ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu";
import { Link } from "../ui/link";
import { Tooltip } from "../ui/tooltip";
import type { Move } from "./tree-moves";

/** The dialog that is open for a category. */
export type Doing = { what: "new"; parentId: number | null } | { what: "edit" | "delete"; category: ManagedCategory };

type Props = {
  category: ManagedCategory;
  depth: number;
  mayManage: boolean;
  can: (move: Move) => boolean;
  onMove: (move: Move) => void;
  onDo: (doing: Doing) => void;
};

const moves = [
  ["up", ArrowUp],
  ["down", ArrowDown],
  ["out", IndentDecrease],
  ["in", IndentIncrease],
] as const;

/** One category, at its depth in the tree. */
export function CategoryRow({ category, depth, mayManage, can, onMove, onDo }: Props) {
  const t = useTranslations("taxonomy.categories");
  const { name } = category;
  return (
    <div
      className="flex items-center gap-2 py-2 pr-2 pl-3"
      style={{ paddingLeft: `calc(${0.75 + Math.min(depth, 6) * 1.4}rem)` }}
    >
      {mayManage && <GripVertical aria-hidden className="size-4 shrink-0 cursor-grab text-soft max-md:hidden" />}
      {depth > 0 && <CornerDownRight aria-hidden className="size-3.5 shrink-0 text-soft" />}
      <div className="mr-auto min-w-0">
        <div className="flex flex-wrap items-center gap-x-2">
          {mayManage ? (
            <button
              type="button"
              className="text-left font-[560] break-words hover:underline hover:underline-offset-3"
              onClick={() => onDo({ what: "edit", category })}
            >
              {name}
            </button>
          ) : (
            <span className="font-[560] break-words">{name}</span>
          )}
          {category.locked && (
            <span className="inline-flex items-center gap-1 text-[0.8rem] text-soft">
              <Lock aria-hidden className="size-3" />
              {t("locked")}
            </span>
          )}
        </div>
        <div className="truncate text-[0.8rem] text-soft">{category.description || `/${category.fullPath}`}</div>
      </div>
      <Link
        href={`/admin/posts?category=${category.id}`}
        className="px-2 whitespace-nowrap text-soft no-underline hover:underline hover:underline-offset-3"
        aria-label={t("postsIn", { count: category.postCount, name })}
      >
        {t("posts", { count: category.postCount })}
      </Link>
      {mayManage && (
        <>
          <div role="group" aria-label={t("moveGroup", { name })} className="flex max-md:hidden">
            {moves.map(([move, Icon]) => (
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
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button look="quiet" size="smallIcon" aria-label={t("actionsFor", { name })}>
                <MoreHorizontal aria-hidden />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent>
              <DropdownMenuItem onSelect={() => onDo({ what: "edit", category })}>
                <Pencil aria-hidden />
                {t("edit")}
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={() => onDo({ what: "new", parentId: category.id })}>
                <Plus aria-hidden />
                {t("newInside")}
              </DropdownMenuItem>
              <DropdownMenuSeparator />
              {moves.map(([move, Icon]) => (
                <DropdownMenuItem key={move} disabled={!can(move)} onSelect={() => onMove(move)}>
                  <Icon aria-hidden />
                  {t(`move.${move}`)}
                </DropdownMenuItem>
              ))}
              <DropdownMenuSeparator />
              <DropdownMenuItem grave onSelect={() => onDo({ what: "delete", category })}>
                <Trash2 aria-hidden />
                {t("delete")}
              </DropdownMenuItem>
            </DropdownMenuContent>
          </DropdownMenu>
        </>
      )}
    </div>
  );
}
