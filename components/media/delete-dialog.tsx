"use client";
import { useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { deleteAttachmentsAction } from "../../app/admin/media/actions";
import type { Usage } from "../../lib/features/attachments/schema";
import { putBack } from "../admin/put-back";
import type { ActionDialog } from "../resource/resource";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../ui/dialog";
import { inSession } from "../ui/session";
import { sayFailed } from "../ui/toaster";
import type { ListedFile } from "./list";
import { UsageList } from "./usage-list";

type Used = { id: number; name: string; usages: Usage[] };

/** Deletes files at once, which can be undone. Where some are used, it names the places and asks first. */
export function DeleteDialog({ ids, onClose, run }: ComponentProps<ActionDialog<ListedFile>>) {
  const t = useTranslations("media");
  const list = useTranslations("list");
  const [used, setUsed] = useState<Used[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const begun = useRef(false);
  const count = ids.length;
  const remove = async (force: boolean) => {
    setBusy(true);
    const answer = await inSession(() => deleteAttachmentsAction({ ids, ...(force && { force }) }));
    setBusy(false);
    if (!answer?.ok && answer?.error.code === "conflict" && Array.isArray(answer.error.current))
      return setUsed(answer.error.current as Used[]);
    if (answer?.ok)
      run(() => Promise.resolve({ ok: true, data: { count, back: () => putBack("attachment", ids) } }), "deleted");
    else sayFailed(answer?.error.message ?? list("failed"));
    onClose();
  };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void remove(false);
  });
  if (!used) return null;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent still title={t("usedTitle", { count })} description={t("usedText", { count: used.length })}>
        <div className="grid max-h-64 gap-3 overflow-y-auto" tabIndex={0} role="group" aria-label={t("usages.title")}>
          {used.map(({ id, name, usages }) => (
            <section key={id}>
              {count > 1 && <h3 className="mb-1 text-[0.86rem] font-semibold break-words">{name}</h3>}
              {usages.length > 0 ? <UsageList usages={usages} /> : <p className="text-soft">{t("usages.hidden")}</p>}
            </section>
          ))}
        </div>
        <DialogActions>
          <DialogClose asChild>
            <Button>{t("picker.cancel")}</Button>
          </DialogClose>
          <Button look="grave" onClick={() => void remove(true)} disabled={isBusy}>
            {t("deleteAnyway")}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
