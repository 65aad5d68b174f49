"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import type { CategoryChoice } from "../../lib/features/taxonomy/categories/schema";
import type { Post } from "../../lib/features/writing/schema";
import type { TagChoice } from "../../lib/features/taxonomy/tags/schema";
import { useDesk } from "../admin/desk";
import { templates } from "../site/template";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { Textarea } from "../ui/textarea";
import { CardFields } from "./card-fields";
import { CategoryField } from "./category-field";
import { CoverField } from "./cover-field";
import { SiteDateField } from "./site-date-field";
import type { Fields } from "./edits";
import { useKind } from "./kind";
import { MetasField } from "./metas-field";
import { SearchFields } from "./search-fields";
import { TagField } from "./tag-field";

/** The choices of the settings, and the site's facts. */
export type Around = {
  /** The first ones of the tree, and those that were chosen since; others are found by typing. */
  categories: CategoryChoice[];
  /** Those of the text, and those that were chosen since; others are found by typing. */
  tags: TagChoice[];
  siteUrl: string;
  siteTitle: string;
  permalink: string;
};

const isKnown = (name: string): name is "" | (typeof templates)[number] =>
  name === "" || (templates as readonly string[]).includes(name);

/** The post's own data in them. */
export type Facts = Pick<Post, "editorType" | "keepRaw"> & { slug: string | undefined };

/** What was made or chosen here is known from then on. */
type Props = {
  post: Facts;
  around: Around;
  excerpt: string;
  onSwitch: () => void;
  onMade: (made: { category: CategoryChoice } | { tag: TagChoice }) => void;
};

/** Every field of a post but title and text. */
export function Settings({ post, around, excerpt, onSwitch, onMade }: Props) {
  const t = useTranslations("editor.settings");
  const { may } = useDesk();
  const kind = useKind();
  const { register, control, formState } = useFormContext<Fields>();
  const errorOf = (name: keyof Fields) => formState.errors[name]?.message;
  /** The error of a list: of the whole or of one item. */
  const errorIn = (name: "categoryIds" | "tagIds") =>
    errorOf(name) ??
    [formState.errors[name] ?? []].flat().find((each: { message?: string } | undefined) => each?.message)?.message;
  const [title, slug, summary, description, visibility, template] = useWatch({
    control,
    name: ["title", "slug", "summary", "metaDescription", "visibility", "template"],
  });
  const path = slug.trim() || post.slug || "";
  // The day is the post's date, which is known once it is published.
  const address = around.permalink.replace("{slug}", path || t("slugFromTitle"));
  return (
    <div className="grid grid-cols-1 gap-4.5">
      <Field
        label={t("slug")}
        hint={path && <span className="block overflow-clip [overflow-wrap:anywhere]">{address}</span>}
        error={errorOf("slug")}
      >
        <Input
          placeholder={post.slug ?? t("slugFromTitle")}
          autoComplete="off"
          spellCheck={false}
          {...register("slug")}
        />
      </Field>
      <Field
        label={t("summary")}
        hint={summary.trim() === "" ? t("summaryHint") : undefined}
        error={errorOf("summary")}
      >
        <Textarea rows={3} {...register("summary")} />
      </Field>
      <CoverField />
      {kind.hasTaxonomy && (
        <>
          <Controller
            control={control}
            name="categoryIds"
            render={({ field }) => (
              <CategoryField
                categories={around.categories}
                mayCreate={may("manage taxonomy")}
                onKnown={(category) => onMade({ category })}
                value={field.value}
                error={errorIn("categoryIds")}
                refused={field.value.filter((_, at) => formState.errors.categoryIds?.[at])}
                onChange={field.onChange}
              />
            )}
          />
          <Controller
            control={control}
            name="tagIds"
            render={({ field }) => (
              <TagField
                known={around.tags}
                mayCreate={may("manage taxonomy")}
                onKnown={(tag) => onMade({ tag })}
                value={field.value}
                error={errorIn("tagIds")}
                onChange={field.onChange}
              />
            )}
          />
        </>
      )}
      <Field label={t("visibility")} hint={t(visibility === "INTIMATE" ? "intimateHint" : "everyoneHint")}>
        <Select {...register("visibility")}>
          <option value="PUBLISHED">{t("everyone")}</option>
          <option value="INTIMATE">{t("intimate")}</option>
        </Select>
      </Field>
      <Field label={t("password")} hint={t("passwordHint")} error={errorOf("password")}>
        <Input autoComplete="off" spellCheck={false} {...register("password")} />
      </Field>
      <Controller
        control={control}
        name="createTime"
        render={({ field: { value, onChange, onBlur, name } }) => (
          <Field label={t("date")} hint={t("dateHint")} error={errorOf("createTime")}>
            <SiteDateField value={value} onChange={onChange} onBlur={onBlur} name={name} />
          </Field>
        )}
      />
      <Group title={t("more")}>
        <Field
          label={t("template")}
          hint={isKnown(template) ? t(`templateHints.${template === "" ? "default" : template}`) : t("templateUnknown")}
          error={errorOf("template")}
        >
          <Select {...register("template")}>
            {templates.map((name) => (
              <option key={name} value={name === "default" ? "" : name}>
                {t(`templates.${name}`)}
              </option>
            ))}
            {!isKnown(template) && <option value={template}>{template}</option>}
          </Select>
        </Field>
        <Field label={t("language")} hint={t("languageHint")} error={errorOf("language")}>
          <Input autoComplete="off" spellCheck={false} {...register("language")} />
        </Field>
        <Field label={t("translationOf")} hint={t("translationOfHint")} error={errorOf("translationOf")}>
          <Input autoComplete="off" spellCheck={false} {...register("translationOf")} />
        </Field>
        <label className="flex items-center gap-2 text-[0.88rem]">
          <Controller
            control={control}
            name="disallowComment"
            render={({ field }) => (
              <input
                type="checkbox"
                checked={!field.value}
                onChange={(event) => field.onChange(!event.target.checked)}
              />
            )}
          />
          {t("comments")}
        </label>
        {kind.hasTaxonomy && (
          <Field label={t("pin")} hint={t("pinHint")} error={errorOf("topPriority")}>
            <Input
              type="number"
              step={1}
              {...register("topPriority", {
                setValueAs: (value: string | number) => (value === "" ? 0 : Number(value)),
              })}
            />
          </Field>
        )}
        <p className="text-[0.82rem] text-soft">
          {t("editorType")}:{" "}
          <span className="text-ink">{t(post.editorType === "RICHTEXT" ? "richText" : "markdown")}</span>{" "}
          <button type="button" className="text-ink underline underline-offset-2" onClick={onSwitch}>
            {t(`switchTo.${post.editorType === "RICHTEXT" ? "MARKDOWN" : "RICHTEXT"}`)}
          </button>
          {post.keepRaw && <span className="mt-1 block">{t("keepRaw", { kind: kind.name })}</span>}
        </p>
      </Group>
      <Group title={t("seo")}>
        <SearchFields
          siteUrl={around.siteUrl}
          siteTitle={around.siteTitle}
          path={address.slice(1).replaceAll("/", " › ")}
          title={title}
          description={summary || excerpt}
        />
      </Group>
      <Group title={t("cardGroup")}>
        <CardFields siteUrl={around.siteUrl} title={title} description={description || summary || excerpt} />
      </Group>
      <MetasField />
    </div>
  );
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-1 gap-4 border-t pt-4">
    <h3 className="text-[0.88rem] font-semibold">{title}</h3>
    {children}
  </section>
);
