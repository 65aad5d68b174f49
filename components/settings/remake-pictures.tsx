"use client";
import { useTranslations } from "next-intl";
import { remakePicturesAction } from "../../app/admin/settings/actions";
import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { useAction } from "../ui/use-action";

/** Makes the smaller versions of all pictures again, as a job. */
export function RemakePictures() {
  const t = useTranslations("settings.pictures");
  const { run, isBusy } = useAction();
  return (
    <section aria-label={t("title")} className="mb-6 rounded-lg border bg-raised p-5 max-sm:p-4">
      <h2>{t("title")}</h2>
      <p className="mt-1 text-soft">
        {t.rich("text", {
          jobs: (words) => (
            <Link href="/admin/jobs" className="text-ink underline underline-offset-3">
              {words}
            </Link>
          ),
        })}
      </p>
      <Button className="mt-4" disabled={isBusy} onClick={() => run(() => remakePicturesAction({}), t("started"))}>
        {t("start")}
      </Button>
    </section>
  );
}
