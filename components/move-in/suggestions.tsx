"use client";
import { Lightbulb } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { setOptionsAction } from "../../app/admin/options/actions";
import type { ImportOverview } from "../../lib/features/moving/imports/schema";
import { Note } from "../moving/note";
import { Button } from "../ui/button";
import { useAction } from "../ui/use-action";

export type Suggestion = ImportOverview["suggestions"][number] & { label: string };

/** Settings that would suit what moves in, each with a button that sets it. */
export function Suggestions({ suggestions }: { suggestions: readonly Suggestion[] }) {
  const t = useTranslations("imports.suggestions");
  const { run, isBusy } = useAction();
  const [applied, setApplied] = useState<ReadonlySet<string>>(new Set());
  return suggestions
    .filter(({ option }) => !applied.has(option))
    .map(({ option, value, label, why }) => (
      <Note
        key={option}
        icon={Lightbulb}
        action={
          <Button
            size="small"
            disabled={isBusy}
            onClick={() =>
              run(
                async () => {
                  const answer = await setOptionsAction({ items: [{ key: option, value }] });
                  if (answer.ok) setApplied((all) => new Set([...all, option]));
                  return answer;
                },
                t("applied", { label }),
              )
            }
          >
            {t("apply")}
          </Button>
        }
      >
        {t.rich("suggested", { label, value: () => <code className="text-[0.86rem]">{value}</code>, why })}
      </Note>
    ));
}
