"use client";
import { useTranslations } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Textarea } from "../ui/textarea";
import type { Fields } from "./edits";
import { SearchCard } from "./search-card";
import { useMetas } from "./use-metas";

type Props = {
  siteUrl: string;
  siteTitle: string;
  path: string;
  title: string;
  /** What search engines find where no description is written for them. */
  description: string;
};

/** What search engines are told of the text. */
export function SearchFields({ siteUrl, siteTitle, path, title, description }: Props) {
  const t = useTranslations("editor.settings");
  const { register, control, formState } = useFormContext<Fields>();
  const { field, valueOf } = useMetas();
  const written = useWatch({ control, name: "metaDescription" }).trim();
  const usual = `${title || t("noTitle")} — ${siteTitle}`;
  return (
    <>
      <Field label={t("metaTitle")}>
        <Input placeholder={usual} {...field("searchTitle")} />
      </Field>
      <Field label={t("metaDescription")} error={formState.errors.metaDescription?.message}>
        <Textarea rows={2} placeholder={description} {...register("metaDescription")} />
      </Field>
      <Field label={t("metaKeywords")} hint={t("metaKeywordsHint")} error={formState.errors.metaKeywords?.message}>
        <Input autoComplete="off" {...register("metaKeywords")} />
      </Field>
      <SearchCard
        siteUrl={siteUrl}
        path={path}
        title={valueOf("searchTitle").trim() || usual}
        description={written || description}
      />
    </>
  );
}
