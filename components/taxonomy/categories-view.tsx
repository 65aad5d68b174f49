"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { deleteCategoryAction } from "../../app/admin/categories/actions";
import type { ManagedCategory } from "../../lib/features/taxonomy/categories/schema";
import { useDesk } from "../admin/desk";
import { Page, PageAction } from "../admin/page";
import { putBack } from "../admin/put-back";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { late } from "../ui/late";
import { useAction } from "../ui/use-action";
import { CategoryTree, type Doing } from "./category-tree";

const CategoryDialog = late(async () => (await import("./category-dialog")).CategoryDialog);

type Props = { categories: ManagedCategory[]; beginsNew: boolean };

/** The categories as a tree. */
export function CategoriesView({ categories, beginsNew }: Props) {
  const t = useTranslations("taxonomy.categories");
  const mayManage = useDesk().may("manage taxonomy");
  const [doing, setDoing] = useState<Doing | null>(beginsNew && mayManage ? { what: "new", parentId: null } : null);
  const { run } = useAction();
  const stop = () => setDoing(null);
  const remove = ({ id, name }: { id: number; name: string }) =>
    run(
      () => deleteCategoryAction({ categoryId: id }),
      t("deleted", { name }),
      () => putBack("category", [id]),
    );
  const begin = () => setDoing({ what: "new", parentId: null });
  return (
    <Page
      title={t("title")}
      action={
        mayManage && categories.length > 0 ? (
          <PageAction label={t("new")} onClick={begin} {...CategoryDialog.opener} />
        ) : undefined
      }
    >
      {categories.length === 0 ? (
        <Empty
          text={t("empty")}
          action={
            mayManage && (
              <Button look="strong" onClick={begin} {...CategoryDialog.opener}>
                {t("new")}
              </Button>
            )
          }
        />
      ) : (
        <CategoryTree categories={categories} mayManage={mayManage} onDo={setDoing} onRemove={remove} />
      )}
      {doing?.what === "new" && <CategoryDialog categories={categories} parentId={doing.parentId} onClose={stop} />}
      {doing?.what === "edit" && (
        <CategoryDialog
          categories={categories}
          category={doing.category}
          parentId={doing.category.parentId}
          onClose={stop}
        />
      )}
    </Page>
  );
}
