"use client";
import { ScanSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { proposeLinkAction } from "../../app/admin/links/actions";
import type { newLink } from "../../lib/features/links/schema";
import type { OwnField } from "../resource/form-fields";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { inSession } from "../ui/session";

const proposed = ["name", "description", "logo"] as const;

/** The address of a link; what its page says of itself fills the empty fields. */
export function AddressField({
  label,
  hint,
  error,
  value,
  onChange,
  onBlur,
  valueOf,
  setValue,
}: OwnField<z.input<typeof newLink>>) {
  const t = useTranslations("links");
  const list = useTranslations("list");
  const [isAsking, setAsking] = useState(false);
  const [said, setSaid] = useState<{ text: string; isWrong?: boolean } | null>(null);
  const ask = async () => {
    setAsking(true);
    setSaid({ text: t("proposing") });
    const answer = await inSession(() => proposeLinkAction({ url: value.trim() }));
    setAsking(false);
    if (!answer?.ok) return setSaid({ text: answer?.error.message ?? list("failed"), isWrong: true });
    const empty = proposed.filter((name) => valueOf(name).trim() === "" && answer.data[name] !== "");
    for (const name of empty) setValue(name, answer.data[name]);
    setSaid({ text: t("proposed", { what: empty.length === 0 ? "nothing" : "some" }) });
  };
  return (
    <div className="grid gap-2">
      <Field label={label} {...(hint && { hint })} {...(error && { error })}>
        <Input
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://…"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Button size="small" disabled={isAsking || value.trim() === ""} onClick={() => void ask()}>
          <ScanSearch aria-hidden />
          {t("propose")}
        </Button>
        <span role="status" className={said?.isWrong ? "text-[0.82rem] text-wrong" : "text-[0.82rem] text-soft"}>
          {said?.text ?? t("proposeHint")}
        </span>
      </div>
    </div>
  );
}
