"use client";
import { useTranslations } from "next-intl";
import { Page } from "../admin/page";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { Link } from "../ui/link";
import { type Kind, pathOf } from "./kind";
import { KeptNote } from "./kept-note";

/** The page of a text that is gone, or not visible to this person. */
export function MissingText({ kind }: { kind: Kind["name"] }) {
  const t = useTranslations("editor.missing");
  return (
    <Page title={t("title", { kind })}>
      <KeptNote />
      <Empty
        text={t("text", { kind })}
        action={
          <Button asChild>
            <Link href={pathOf[kind]}>{t("back", { kind })}</Link>
          </Button>
        }
      />
    </Page>
  );
}
