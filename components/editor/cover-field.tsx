"use client";
import { useTranslations } from "next-intl";
import { Controller, useFormContext } from "react-hook-form";
import { PictureField } from "../media/picker/picture-field";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import type { Fields } from "./edits";
import { FocusField } from "./focus-field";
import { useMetas } from "./use-metas";

/** The cover; once there is one, its words, too. */
export function CoverField() {
  const t = useTranslations("editor.settings");
  const { control, formState, setValue } = useFormContext<Fields>();
  const { field: own } = useMetas();
  return (
    <Controller
      control={control}
      name="thumbnail"
      render={({ field: { value, onChange } }) => (
        <>
          <PictureField
            label={t("cover")}
            value={value}
            error={formState.errors.thumbnail?.message}
            hint={value === "" ? t("coverHint") : undefined}
            onChange={(url) => {
              onChange(url);
              // The point was one of another picture.
              for (const name of ["coverX", "coverY"] as const) setValue(name, 50, { shouldDirty: true });
            }}
          />
          {value !== "" && (
            <>
              <FocusField address={value} />
              <Field label={t("coverAlt")} hint={own("coverAlt").value === "" ? t("coverAltHint") : undefined}>
                <Input {...own("coverAlt")} />
              </Field>
              <Field label={t("coverCaption")}>
                <Input {...own("coverCaption")} />
              </Field>
            </>
          )}
        </>
      )}
    />
  );
}
