"use client";
import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFieldArray, useFormContext } from "react-hook-form";
import { metaNames } from "../site/pieces/text-metas";
import { Button } from "../ui/button";
import { FieldError } from "../ui/field";
import { Input } from "../ui/input";
import type { Fields } from "./edits";

const { searchTitle, title, description, image, coverAlt, coverCaption } = metaNames;
const elsewhere: readonly string[] = [searchTitle, title, description, image, coverAlt, coverCaption];

/** The owner's own names and values. */
export function MetasField() {
  const t = useTranslations("editor.settings");
  const { control, register, formState } = useFormContext<Fields>();
  const { fields, append, remove } = useFieldArray({ control, name: "metas" });
  // These have fields above, whose names people know.
  const shown = fields.flatMap((field, at) => (elsewhere.includes(field.key) ? [] : [{ field, at }]));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-[0.82rem] font-[540]">{t("metas")}</legend>
      <p className="text-[0.82rem] text-soft">{t("metasHint")}</p>
      {shown.map(({ field, at }, index) => {
        const error = formState.errors.metas?.[at]?.key?.message ?? formState.errors.metas?.[at]?.message;
        return (
          <div key={field.id} className="grid gap-1">
            <div className="flex gap-1.5">
              <Input
                aria-label={t("metaKey", { number: index + 1 })}
                placeholder={t("key")}
                aria-invalid={error ? true : undefined}
                {...register(`metas.${at}.key`)}
              />
              <Input
                aria-label={t("metaValue", { number: index + 1 })}
                placeholder={t("value")}
                {...register(`metas.${at}.value`)}
              />
              <Button
                look="quiet"
                size="icon"
                aria-label={t("removeMeta", { number: index + 1 })}
                onClick={() => remove(at)}
              >
                <X aria-hidden />
              </Button>
            </div>
            <FieldError error={error} />
          </div>
        );
      })}
      <Button size="small" className="justify-self-start" onClick={() => append({ key: "", value: "" })}>
        <Plus aria-hidden />
        {t("addMeta")}
      </Button>
    </fieldset>
  );
}
