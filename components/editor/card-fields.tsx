"use client";
import { useTranslations } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { PictureField } from "../media/picker/picture-field";
import { isUsable } from "../media/picker/usable";
import { cardFields, cardOf } from "../site/social-card";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Textarea } from "../ui/textarea";
import type { Fields } from "./edits";

type Props = {
  siteUrl: string;
  /** What the card shows where nothing else is written for it. */
  title: string;
  description: string;
};

/** What other sites show of the text beside a link to it: stored among its own fields. */
export function CardFields({ siteUrl, title, description }: Props) {
  const t = useTranslations("editor.settings");
  const { control, setValue } = useFormContext<Fields>();
  const [metas, cover] = useWatch({ control, name: ["metas", "thumbnail"] });
  const valueOf = (name: string) => metas.find(({ key }) => key === name)?.value ?? "";
  const put = (key: string, value: string) => {
    const others = metas.filter((meta) => meta.key !== key);
    const isThere = others.length < metas.length;
    const next = isThere ? metas.map((meta) => (meta.key === key ? { key, value } : meta)) : [...metas, { key, value }];
    setValue("metas", value === "" ? others : next, { shouldDirty: true });
  };
  const card = cardOf(metas);
  const image = card.image || cover;
  const host = URL.canParse(siteUrl) ? new URL(siteUrl).host : siteUrl;
  return (
    <>
      <Field label={t("cardTitle")}>
        <Input
          autoComplete="off"
          placeholder={title}
          value={valueOf(cardFields.title)}
          onChange={(event) => put(cardFields.title, event.target.value)}
        />
      </Field>
      <Field label={t("cardDescription")}>
        <Textarea
          rows={2}
          placeholder={description}
          value={valueOf(cardFields.description)}
          onChange={(event) => put(cardFields.description, event.target.value)}
        />
      </Field>
      <PictureField
        label={t("cardImage")}
        value={valueOf(cardFields.image)}
        hint={t("cardImageHint")}
        error={undefined}
        onChange={(url) => put(cardFields.image, url)}
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
