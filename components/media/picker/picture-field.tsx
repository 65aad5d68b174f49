"use client";
import { clsx } from "clsx";
import { ImagePlus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "../../ui/button";
import { FieldError } from "../../ui/field";
import { late } from "../../ui/late";
import type { Picked } from "../picked";
import { isUsable } from "./usable";

const Picker = late(async () => (await import("./picker")).Picker);

type Props = {
  label: string;
  value: string;
  onChange: (url: string, picked: Picked | null) => void;
  hint?: string | undefined;
  error?: string | undefined;
  /** A picture of a person: small and round, as it is shown elsewhere. */
  round?: boolean;
};

/** A picture that belongs to something, such as a cover: shown, chosen with the picker, or taken away. */
export function PictureField({ label, value, onChange, hint, error, round }: Props) {
  const t = useTranslations("media.field");
  const id = useId();
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={error ? `${id}-error` : undefined}
      className="grid gap-1.5"
    >
      <span id={id} className="text-[0.82rem] font-[540]">
        {label}
      </span>
      {value !== "" && (
        <div className="grid gap-1.5">
          {isUsable(value) && (
            <img
              src={value}
              alt=""
              className={clsx(
                "border bg-ink/5 object-cover",
                round ? "size-20 rounded-full" : "max-h-44 w-full rounded-md",
              )}
            />
          )}
          <p className="text-[0.78rem] break-all text-soft">{value}</p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          aria-label={t(value === "" ? "chooseOf" : "changeOf", { label })}
          aria-invalid={error ? true : undefined}
          onClick={() => setOpen(true)}
          {...Picker.opener}
        >
          <ImagePlus aria-hidden />
          {t(value === "" ? "choose" : "change")}
        </Button>
        {value !== "" && (
          <Button size="small" look="quiet" aria-label={t("removeOf", { label })} onClick={() => onChange("", null)}>
            <X aria-hidden />
            {t("remove")}
          </Button>
        )}
      </div>
      <FieldError id={`${id}-error`} {...(error && { error })} />
      {hint && <p className="text-[0.8rem] text-soft">{hint}</p>}
      {open !== null && (
        <Picker
          open={open}
          kind="image"
          address={value}
          onClose={() => setOpen(false)}
          onPick={([picked]) => {
            setOpen(false);
            if (picked) onChange(picked.url, picked);
          }}
        />
      )}
    </div>
  );
}
