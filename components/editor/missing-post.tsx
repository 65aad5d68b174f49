"use client";
import { useTranslations } from "next-intl";
import { Page } from "../admin/page";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { Link } from "../ui/link";
import { KeptNote } from "./kept-note";

/** The page of a post that is gone, or not visible to this person. */
export function MissingPost() {
  const t = useTranslations("editor.missing");
  return (
    <Page title={t("title")}>
      <KeptNote />
      <Empty
        text={t("text")}
        action={
          <Button asChild>
            <Link href="/admin/posts">{t("back")}</Link>
          </Button>
        }
      />
    </Page>
  );
}
