"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { Link } from "../ui/link";
import { sayFailed } from "../ui/toaster";
import { isAnswered } from "../ui/use-fresh-page";
import { Page } from "./page";

/** In place of a page of the dashboard that was cut off on its way, or whose script failed. */
export function FailedPage({ retry }: { retry: () => void }) {
  const t = useTranslations("admin.failed");
  const ui = useTranslations("ui");
  const [isBusy, setBusy] = useState(false);
  const tryAgain = async () => {
    setBusy(true);
    const mayRetry = await isAnswered();
    setBusy(false);
    if (mayRetry) retry();
    else sayFailed(ui("notFetched"), "offline");
  };
  return (
    <Page title={t("title")}>
      <Empty
        text={t("text")}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button look="strong" disabled={isBusy} onClick={() => void tryAgain()}>
              {t("again")}
            </Button>
            <Button asChild>
              <Link href="/admin">{t("back")}</Link>
            </Button>
          </div>
        }
      />
    </Page>
  );
}
