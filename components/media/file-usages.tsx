"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { listAttachmentUsagesAction } from "../../app/admin/media/actions";
import type { Usage } from "../../lib/features/attachments/schema";
import { UsageList } from "./usage-list";
import { inSession } from "../ui/session";

/** Where a file is used, looked up when its drawer opens. */
export function FileUsages({ id }: { id: number }) {
  const t = useTranslations("media.usages");
  const [found, setFound] = useState<{ id: number; usages: Usage[] | null; failure: string } | null>(null);
  useEffect(() => {
    let isHere = true;
    void inSession(() => listAttachmentUsagesAction({ attachmentId: id })).then((answer) => {
      if (!isHere) return;
      if (answer?.ok) setFound({ id, usages: answer.data, failure: "" });
      else setFound({ id, usages: null, failure: answer?.error.message ?? t("failed") });
    });
    return () => {
      isHere = false;
    };
  }, [id, t]);
  const known = found?.id === id ? found : null;
  return (
    <section className="grid gap-2 border-t pt-4">
      <h3 className="text-[0.88rem] font-semibold">{t("title")}</h3>
      {known === null ? (
        <p className="text-soft">{t("looking")}</p>
      ) : known.usages === null ? (
        <p className="text-soft">{known.failure}</p>
      ) : known.usages.length === 0 ? (
        <p className="text-soft">{t("none")}</p>
      ) : (
        <UsageList usages={known.usages} />
      )}
    </section>
  );
}
