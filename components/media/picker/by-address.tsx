"use client";
import { useTranslations } from "next-intl";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import { isUsable } from "./usable";

export type Address = { url: string; altText: string };
type Props = {
  isPicture: boolean;
  asksAlt: boolean;
  address: Address;
  wrong: boolean;
  onChange: (address: Address) => void;
};

/** A picture by its address, here or elsewhere. */
export function ByAddress({ isPicture, asksAlt, address, wrong, onChange }: Props) {
  const t = useTranslations("media.picker");
  return (
    <div className="grid grow content-start gap-4">
      <Field
        label={t(isPicture ? "addressLabel" : "addressFile")}
        hint={t("addressHint")}
        {...(wrong && { error: t("addressWrong") })}
      >
        <Input
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={address.url}
          onChange={(event) => onChange({ ...address, url: event.target.value })}
        />
      </Field>
      {asksAlt && (
        <Field label={t("alt")} hint={t("altHint")}>
          <Input
            autoComplete="off"
            value={address.altText}
            onChange={(event) => onChange({ ...address, altText: event.target.value })}
          />
        </Field>
      )}
      {isPicture && isUsable(address.url) && (
        <img src={address.url.trim()} alt="" className="max-h-56 max-w-full rounded-md border object-contain" />
      )}
    </div>
  );
}
