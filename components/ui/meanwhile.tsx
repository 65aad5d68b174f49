"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "./button";
import { intoView } from "./into-view";
import type { Meanwhile } from "./use-meanwhile";
import { When } from "./when";

const isMoment = (value: unknown): value is Date => value instanceof Date;

type Props = {
  meanwhile: Meanwhile | null;
  labelOf: (name: string) => string;
  /** A value in words, where it is not a text. */
  show?: (name: string, value: unknown) => ReactNode;
};

/** What somebody else has stored since the form was filled, and the way to have both. */
export function MeanwhileNote({ meanwhile, labelOf, show }: Props) {
  const t = useTranslations("ui.meanwhile");
  if (!meanwhile) return null;
  const { isLoaded, others, load } = meanwhile;
  const inWords = (name: string, value: unknown): ReactNode => {
    const own = show?.(name, value);
    if (own !== undefined && own !== null) return own;
    if (isMoment(value)) return <When at={value} />;
    if (value === null || value === "") return <em>{t("empty")}</em>;
    return typeof value === "string" ? value : JSON.stringify(value);
  };
  return (
    <section ref={intoView} aria-label={t("title")} className="grid gap-2 rounded-md border px-3 py-2.5 text-[0.86rem]">
      <p role="status">{t(!isLoaded ? "ask" : others.length > 0 ? "loaded" : "same")}</p>
      {others.length > 0 && (
        <dl className="grid gap-2">
          {others.map(({ name, value, take }) => (
            <div key={name}>
              <dt className="text-soft">{t("now", { field: labelOf(name) })}</dt>
              <dd className="flex items-start gap-2">
                <span className="max-h-40 min-w-0 grow overflow-y-auto whitespace-pre-line wrap-anywhere">
                  {inWords(name, value)}
                </span>
                {isLoaded && (
                  <Button size="small" onClick={take} aria-label={t("takeOf", { field: labelOf(name) })}>
                    {t("take")}
                  </Button>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!isLoaded && (
        <Button size="small" className="justify-self-start" onClick={load}>
          {t("load")}
        </Button>
      )}
    </section>
  );
}
