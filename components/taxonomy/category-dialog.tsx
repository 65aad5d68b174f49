"use client";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { createCategoryAction, updateCategoryAction } from "../../app/admin/categories/actions";
import type { ManagedCategory } from "../../lib/features/taxonomy/categories/schema";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../ui/dialog";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { Textarea } from "../ui/textarea";
import { sayDone } from "../ui/toaster";
import { useOperationForm } from "../ui/use-operation-form";
import { withBelow } from "./tree-moves";

type Props = {
  categories: ManagedCategory[];
  category?: ManagedCategory;
  parentId: number | null;
  onClose: () => void;
};

/** Makes or changes a category. */
export function CategoryDialog({ categories, category, parentId, onClose }: Props) {
  const t = useTranslations("taxonomy.categories");
  const ui = useTranslations("ui");
  const router = useRouter();
  const { register, submit, errorOf, failure, isSubmitting } = useOperationForm({
    schema: async () => (await import("../../lib/features/taxonomy/categories/schema")).newCategory,
    values: {
      name: category?.name ?? "",
      slug: category?.slug ?? "",
      parentId,
      description: category?.description ?? "",
      password: category?.password ?? "",
    },
    send: (values) =>
      category ? updateCategoryAction({ ...values, categoryId: category.id }) : createCategoryAction(values),
    done: ({ name }) => {
      sayDone(t("saved", { name }));
      onClose();
      router.refresh();
    },
  });
  const inside = category ? withBelow(categories, category.id) : new Set<number>();
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={category ? t("editTitle") : t("newTitle")}>
        <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
          <Field label={t("name")} error={errorOf("name")}>
            <Input {...register("name")} autoComplete="off" />
          </Field>
          <Field label={t("parent")} error={errorOf("parentId")}>
            <Select
              className="w-full"
              {...register("parentId", { setValueAs: (value: string | number | null) => Number(value) || null })}
            >
              <option value="">{t("atTop")}</option>
              {categories
                .filter(({ id }) => !inside.has(id))
                .map(({ id, name, fullPath }) => (
                  <option key={id} value={id}>
                    {" ".repeat(2 * (fullPath.split("/").length - 1)) + name}
                  </option>
                ))}
            </Select>
          </Field>
          <Field label={t("slug")} hint={t("slugHint")} error={errorOf("slug")}>
            <Input {...register("slug")} autoComplete="off" spellCheck={false} />
          </Field>
          <Field label={t("description")} error={errorOf("description")}>
            <Textarea {...register("description")} rows={2} />
          </Field>
          <Field label={t("password")} hint={t("passwordHint")} error={errorOf("password")}>
            <Input {...register("password")} autoComplete="off" spellCheck={false} />
          </Field>
          {failure && (
            <p role="alert" className="text-wrong">
              {failure}
            </p>
          )}
          <DialogActions>
            <DialogClose asChild>
              <Button>{ui("cancel")}</Button>
            </DialogClose>
            <Button look="strong" type="submit" disabled={isSubmitting}>
              {ui("save")}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}
