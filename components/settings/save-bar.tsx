"use client";
import { useTranslations } from "next-intl";
import { Failure } from "../ui/failure";
import { Button } from "../ui/button";
import { MeanwhileNote } from "../ui/meanwhile";
import type { Meanwhile } from "../ui/use-meanwhile";

type Props = {
  failure: string | undefined;
  meanwhile: Meanwhile | null;
  /** The name of a setting. */
  labelOf: (key: string) => string;
  unsaved: number;
  isSubmitting: boolean;
  onDiscard: () => void;
};

/** What is not saved, at the foot of a form that is longer than the window. */
export function SaveBar({ failure, meanwhile, labelOf, unsaved, isSubmitting, onDiscard }: Props) {
  const t = useTranslations("settings");
  const ui = useTranslations("ui");
  return (
    <div className="sticky bottom-0 z-10 rounded-b-lg border-t bg-raised px-5 py-3 max-sm:px-4">
      <Failure text={failure} />
      <MeanwhileNote meanwhile={meanwhile} labelOf={labelOf} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="mr-auto text-[0.86rem] text-soft">
          {t("unsaved", { count: unsaved })}
        </p>
        {unsaved > 0 && <Button onClick={onDiscard}>{t("discard")}</Button>}
        <Button look="strong" type="submit" disabled={isSubmitting || unsaved === 0}>
          {ui("save")}
        </Button>
      </div>
    </div>
  );
}
