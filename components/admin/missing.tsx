"use client";
import { useTranslations } from "next-intl";
import { KeptNote } from "../editor/kept-note";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { Link } from "../ui/link";
import { Page } from "./page";

/** Stands where a page of the dashboard is not, or is not for whoever asks: what it is, and the way back. */
export function Missing({ title, text }: { title: string; text: string }) {
  const t = useTranslations("admin.missing");
  return (
    <Page title={title}>
      <KeptNote />
      <Empty
        text={text}
        action={
          <Button asChild>
            <Link href="/admin/posts">{t("back")}</Link>
          </Button>
        }
      />
    </Page>
  );
}
