"use client";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { createTagAction, updateTagAction } from "../../app/admin/tags/actions";
import { defaultColor, newTag, type Tag } from "../../lib/features/taxonomy/tags/schema";
import { Swatch } from "../ui/badge";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../ui/dialog";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { sayDone } from "../ui/toaster";
import { useOperationForm } from "../ui/use-operation-form";

/** Colours that go together and have contrast to ink, in both schemes. */
const palette = ["#3b6ea5", "#2f8f83", "#3f8f5b", "#8a9a3b", "#c08a1e", "#a8341a", "#b4527e", "#6a5fb0", "#8c8f94"];

/** Makes or changes a tag. */
export function TagDialog({ tag, onClose }: { tag?: Tag; onClose: () => void }) {
  const t = useTranslations("taxonomy.tags");
  const ui = useTranslations("ui");
  const router = useRouter();
  const { register, watch, setValue, submit, errorOf, failure, isSubmitting } = useOperationForm({
    schema: async () => newTag,
    values: { name: tag?.name ?? "", slug: tag?.slug ?? "", color: tag?.color ?? palette[0] ?? defaultColor },
    send: (values) => (tag ? updateTagAction({ ...values, tagId: tag.id }) : createTagAction(values)),
    done: ({ name }) => {
      sayDone(t("saved", { name }));
      onClose();
      router.refresh();
    },
  });
  const color = watch("color") || defaultColor;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={tag ? t("editTitle") : t("newTitle")}>
        <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
          <Field label={t("name")} error={errorOf("name")}>
            <Input {...register("name")} autoComplete="off" />
          </Field>
          <Field label={t("slug")} hint={t("slugHint")} error={errorOf("slug")}>
            <Input {...register("slug")} autoComplete="off" spellCheck={false} />
          </Field>
          <Field label={t("color")} hint={t("colorHint")} error={errorOf("color")}>
            <Input {...register("color")} autoComplete="off" spellCheck={false} />
          </Field>
          <div className="flex flex-wrap gap-1.5" role="group" aria-label={t("palette")}>
            {palette.map((each) => (
              <button
                key={each}
                type="button"
                aria-label={each}
                aria-pressed={each === color}
                onClick={() => setValue("color", each, { shouldValidate: true, shouldDirty: true })}
                className="grid size-8 place-items-center rounded-full border-2 border-transparent aria-pressed:border-ink"
              >
                <Swatch color={each} large />
              </button>
            ))}
          </div>
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
