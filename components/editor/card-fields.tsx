"use client";
import { useTranslations } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { PictureField } from "../media/picker/picture-field";
import { isUsable } from "../media/picker/usable";
import { metasOf } from "../site/pieces/text-metas";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Textarea } from "../ui/textarea";
import type { Fields } from "./edits";
import { useMetas } from "./use-metas";

type Props = {
  siteUrl: string;
  /** What the card shows where nothing else is written for it. */
  title: string;
  description: string;
};

/** What other sites show of the text beside a link to it: stored among its own fields. */
export function CardFields({ siteUrl, title, description }: Props) {
  const t = useTranslations("editor.settings");
  const cover = useWatch({ control: useFormContext<Fields>().control, name: "thumbnail" });
  const { metas, put, valueOf, field } = useMetas();
  const card = metasOf(metas);
  const image = card.image || cover;
  const host = URL.canParse(siteUrl) ? new URL(siteUrl).host : siteUrl;
  return (
    <>
      <Field label={t("cardTitle")}>
        <Input placeholder={title} {...field("title")} />
      </Field>
      <Field label={t("cardDescription")}>
        <Textarea rows={2} placeholder={description} {...field("description")} />
      </Field>
      <PictureField
        label={t("cardImage")}
        value={valueOf("image")}
        hint={t("cardImageHint")}
        error={undefined}
        onChange={(url) => put("image", url)}
      />
      <figure className="m-0 overflow-hidden rounded-lg border bg-paper">
        <figcaption className="p-3 pb-1.5 text-[0.78rem] text-soft">{t("card")}</figcaption>
        {isUsable(image) && <img src={image} alt="" className="aspect-[1.91] w-full object-cover" />}
        <div className="grid p-3 pt-2">
          <p className="truncate text-[0.78rem] text-soft">{host}</p>
          <p className="line-clamp-2 font-[540]">{card.title || title || t("noTitle")}</p>
          <p className="line-clamp-2 text-[0.82rem] text-soft">
            {card.description || description || t("noDescription")}
          </p>
        </div>
      </figure>
    </>
  );
}
