"use client";
import { Mail, PackageOpen, Palette, PenLine, UserPlus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { setOptionsAction } from "../../app/admin/options/actions";
import type { FirstStep } from "../../lib/features/statistics/home-schema";
import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { useAction } from "../ui/use-action";

const icons = { post: PenLine, moveIn: PackageOpen, look: Palette, invitation: UserPlus, mail: Mail };
const places: Record<FirstStep, string> = {
  post: "/admin/posts/new",
  moveIn: "/admin/tools/move-in",
  look: "/admin/appearance",
  invitation: "/admin/users",
  mail: "/admin/settings/mail",
};

/** What a new site begins with; each goes when it is done. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const t = useTranslations("dashboard.steps");
  const { run, isBusy } = useAction();
  const show = (value: boolean) =>
    setOptionsAction({ items: [{ key: "first_steps", value: String(value) }] }, { first_steps: String(!value) });
  const putAway = () =>
    run(
      () => show(false),
      t("putAwayDone"),
      () => show(true),
    );
  return (
    <section aria-labelledby="first-steps" className="mb-4 rounded-lg border bg-raised p-4">
      <div className="mb-3 flex items-center gap-3">
        <h2 id="first-steps" className="mr-auto">
          {t("title")}
        </h2>
        <Button size="small" look="quiet" disabled={isBusy} onClick={putAway}>
          <X aria-hidden />
          {t("putAway")}
        </Button>
      </div>
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(10.5rem,100%),1fr))] gap-3">
        {steps.map((step, index) => {
          const Icon = icons[step];
          return (
            <li key={step} className="flex flex-col items-start gap-2 rounded-md border p-3">
              <Icon aria-hidden className="size-5 text-soft" strokeWidth={1.7} />
              <h3 className="font-[560]">{t(`${step}.title`)}</h3>
              <p className="grow text-[0.86rem] text-soft">{t(`${step}.text`)}</p>
              <Button asChild size="small" look={index === 0 ? "strong" : "plain"}>
                <Link href={places[step]}>{t(`${step}.do`)}</Link>
              </Button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
