"use client";
import { Lock, Pencil, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { placeCategoriesAction } from "../../app/admin/categories/actions";
import type { ManagedCategory } from "../../lib/features/taxonomy/categories/schema";
import { ResourceTree } from "../resource/resource-tree";
import { Link } from "../ui/link";

/** The dialog that is open for a category. */
export type Doing = { what: "new"; parentId: number | null } | { what: "edit"; category: ManagedCategory };

type Props = {
  categories: ManagedCategory[];
  mayManage: boolean;
  onDo: (doing: Doing) => void;
  onRemove: (category: ManagedCategory) => void;
};

/** The categories as a tree. */
export function CategoryTree({ categories, mayManage, onDo, onRemove }: Props) {
  const t = useTranslations("taxonomy.categories");
  return (
    <ResourceTree
      rows={categories}
      label={t("title")}
      mayMove={mayManage}
      place={placeCategoriesAction}
      cellsOf={(category) => ({
        note: category.locked && (
          <span className="inline-flex items-center gap-1 text-[0.8rem] text-soft">
            <Lock aria-hidden className="size-3" />
            {t("locked")}
          </span>
        ),
        below: category.description || `/${category.fullPath}`,
        aside: (
          <Link
            href={`/admin/posts?category=${category.id}`}
            className="px-2 whitespace-nowrap text-soft no-underline hover:underline hover:underline-offset-3"
            aria-label={t("postsIn", { count: category.postCount, name: category.name })}
          >
            {t("posts", { count: category.postCount })}
          </Link>
        ),
        actions: mayManage
          ? [
              { label: t("edit"), icon: Pencil, onSelect: () => onDo({ what: "edit", category }) },
              { label: t("newInside"), icon: Plus, onSelect: () => onDo({ what: "new", parentId: category.id }) },
              { label: t("delete"), icon: Trash2, grave: true, onSelect: () => onRemove(category) },
            ]
          : [],
      })}
    />
  );
}
