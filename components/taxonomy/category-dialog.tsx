"use client";
import { useTranslations } from "next-intl";
import { createCategoryAction, updateCategoryAction } from "../../app/admin/categories/actions";
import type { ManagedCategory } from "../../lib/features/taxonomy/categories/schema";
import { FormDialog } from "../resource/form-dialog";
import { withBelow } from "../resource/tree-moves";

type Props = {
  categories: ManagedCategory[];
  category?: ManagedCategory;
  parentId: number | null;
  onClose: () => void;
};

/** Makes or changes a category. */
export function CategoryDialog({ categories, category, parentId, onClose }: Props) {
  const t = useTranslations("taxonomy.categories");
  const inside = category ? withBelow(categories, category.id) : new Set<number>();
  const parents = categories
    .filter(({ id }) => !inside.has(id))
    .map(({ id, name, fullPath }) => ({ id, name, depth: fullPath.split("/").length - 1 }));
  return (
    <FormDialog
      title={category ? t("editTitle") : t("newTitle")}
      words="taxonomy.categories"
      fields={[
        { name: "name", kind: "text" },
        { name: "parentId", kind: "choice", choices: [{ id: null, name: t("atTop") }, ...parents] },
        { name: "slug", kind: "text" },
        { name: "description", kind: "long", rows: 2 },
        { name: "password", kind: "text" },
      ]}
      schema={async () => (await import("../../lib/features/taxonomy/categories/schema")).newCategory}
      values={{
        name: category?.name ?? "",
        slug: category?.slug ?? "",
        parentId,
        description: category?.description ?? "",
        password: category?.password ?? "",
      }}
      record={category}
      send={(values, asRead) =>
        category ? updateCategoryAction({ ...values, categoryId: category.id }, asRead) : createCategoryAction(values)
      }
      done={({ name }) => t("saved", { name })}
      onClose={onClose}
    />
  );
}
