"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { setOptionsAction } from "../../app/admin/options/actions";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { late } from "../ui/late";
import { sayDone, sayFailed } from "../ui/toaster";
import { Row } from "./row";
import type { ShownSetting } from "./shown-setting";
import { inSession } from "../ui/session";
import { useFreshPage } from "../ui/use-fresh-page";

const SecretDialog = late(async () => (await import("./secret-dialog")).SecretDialog);

/** A secret: whether one is stored, and how to replace or remove it. It is never shown. */
export function SecretRow({ setting, isFound }: { setting: ShownSetting; isFound: boolean }) {
  const t = useTranslations("settings.secret");
  const list = useTranslations("list");
  const refresh = useFreshPage();
  const [open, setOpen] = useState<"dialog" | "question" | null>(null);
  const { key, label, text, value } = setting;
  const isStored = value !== "";
  const describedBy = { "aria-describedby": `${key}-label` };
  async function remove(): Promise<void> {
    const answer = await inSession(() => setOptionsAction({ items: [{ key, value: "" }] }));
    if (answer?.ok) sayDone(t("removed", { name: label }));
    else sayFailed(answer?.error.message ?? list("failed"));
    await refresh();
  }
  return (
    <Row name={key} label={label} text={text} isFound={isFound}>
      <p className="flex flex-wrap items-center gap-2">
        <span className="mr-auto">{t(isStored ? "stored" : "none")}</span>
        <Button size="small" {...SecretDialog.opener} {...describedBy} onClick={() => setOpen("dialog")}>
          {t(isStored ? "replace" : "set")}
        </Button>
        {isStored && (
          <Button size="small" {...describedBy} onClick={() => setOpen("question")}>
            {t("remove")}
          </Button>
        )}
      </p>
      {open === "dialog" && <SecretDialog setting={setting} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={open === "question"}
        onOpenChange={(is) => setOpen(is ? "question" : null)}
        title={t("removeTitle", { name: label })}
        text={t("removeText")}
        action={t("remove")}
        onConfirm={() => void remove()}
      />
    </Row>
  );
}
