"use client";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { deleteAttachmentsAction } from "../../app/admin/media/actions";
import type { Usage } from "../../lib/features/attachments/schema";
import type { ActionDialog } from "../resource/resource";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../ui/dialog";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import type { ListedFile } from "./list";
import { UsageList } from "./usage-list";
import { inSession } from "../ui/session";

type Used = { id: number; name: string; usages: Usage[] };

/** Deletes files for good. Where some are used, they are named with their places, and it asks once more. */
export function DeleteDialog({ ids, row, onClose, run }: ComponentProps<ActionDialog<ListedFile>>) {
  const t = useTranslations("media");
  const list = useTranslations("list");
  const [typed, setTyped] = useState("");
  const [used, setUsed] = useState<Used[] | null>(null);
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);
  const count = ids.length;
  const remove = async () => {
    setBusy(true);
    const answer = await inSession(() => deleteAttachmentsAction({ ids, ...(used && { force: true }) })).catch(
      () => null,
    );
    setBusy(false);
    if (answer?.ok) {
      run(() => Promise.resolve({ ok: true, data: { count } }), "deleted");
      return onClose();
    }
    if (answer?.error.code === "conflict" && Array.isArray(answer.error.current)) {
      setTyped("");
      return setUsed(answer.error.current as Used[]);
    }
    setFailure(answer?.error.message ?? list("failed"));
  };
  const isSure = count === 1 || typed.trim() === String(count);
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        key={used ? "used" : "asked"}
        still
        title={used ? t("usedTitle", { count }) : t("deleteTitle", { count })}
        description={
          used
            ? t("usedText", { count: used.length })
            : row
              ? t("deleteOne", { name: row.name })
              : t("deleteText", { count })
        }
      >
        {used && (
          <div className="grid max-h-64 gap-3 overflow-y-auto" tabIndex={0} role="group" aria-label={t("usages.title")}>
            {used.map(({ id, name, usages }) => (
              <section key={id}>
                {count > 1 && <h3 className="mb-1 text-[0.86rem] font-semibold break-words">{name}</h3>}
                {usages.length > 0 ? <UsageList usages={usages} /> : <p className="text-soft">{t("usages.hidden")}</p>}
              </section>
            ))}
          </div>
        )}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (isSure && !isBusy) void remove();
          }}
        >
          {count > 1 && (
            <Field label={list("typed", { count })} className="mt-4">
              <Input
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete="off"
                inputMode="numeric"
              />
            </Field>
          )}
          {failure !== "" && (
            <p role="alert" className="mt-3 text-wrong">
              {failure}
            </p>
          )}
          <DialogActions>
            <DialogClose asChild>
              <Button>{t("picker.cancel")}</Button>
            </DialogClose>
            <Button look="grave" type="submit" disabled={!isSure || isBusy}>
              {t(used ? "deleteAnyway" : "actions.delete")}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}
