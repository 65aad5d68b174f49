"use client";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { Link } from "../ui/link";
import { Page } from "./page";

/** The dashboard's page for an address without a page, or one this person may not see. */
export function MissingPage() {
  const t = useTranslations("admin.missing");
  return (
    <Page title={t("title")}>
      <Empty
        text={t("text")}
        action={
          <Button asChild>
            <Link href="/admin">{t("back")}</Link>
          </Button>
        }
      />
    </Page>
  );
}
