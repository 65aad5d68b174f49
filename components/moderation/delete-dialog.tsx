"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { deleteCommentsAction, getCommentsRemovalAction } from "../../app/admin/comments/actions";
import type { Removal } from "../../lib/features/comments/queue/schema";
import type { ActionDialog } from "../resource/resource";
import { atOnce } from "../resource/sending";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { sayFailed } from "../ui/toaster";
import type { ListedComment } from "./list";
import { inSession } from "../ui/session";

/** Asks before comments are gone for good, and names the replies that go with them. */
export const DeleteDialog: ActionDialog<ListedComment> = ({ ids, row, onClose, run }) => {
  const t = useTranslations("moderation");
  const kit = useTranslations("list");
  const [removal, setRemoval] = useState<Removal | null>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const failed = kit("failed");
  useEffect(() => {
    let isCurrent = true;
    const refuse = (message: string) => {
      if (!isCurrent) return;
      sayFailed(message);
      close.current();
    };
    void inSession(() => getCommentsRemovalAction({ ids })).then((answer) =>
      answer?.ok ? isCurrent && setRemoval(answer.data) : refuse(answer?.error.message ?? failed),
    );
    return () => void (isCurrent = false);
  }, [ids, failed]);
  if (!removal) return null;
  const { replies, examples } = removal;
  const count = ids.length;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("deleteTitle", { count })}
      text={
        <>
          {row ? t("deleteOne", { author: row.author }) : t("deleteText", { count })}
          {replies > 0 && (
            <>
              <strong className="mt-2 block font-[560] text-ink">{t("deleteReplies", { count: replies })}</strong>
              <span className="mt-1 grid gap-1">
                {examples.map(({ id, author, excerpt }) => (
                  <span key={id} className="block border-l-2 pl-2.5 text-[0.86rem] [overflow-wrap:anywhere]">
                    {t("byAuthor", { author, excerpt })}
                  </span>
                ))}
              </span>
            </>
          )}
        </>
      }
      action={t("bulk.delete")}
      onConfirm={() =>
        run(
          atOnce((items) => deleteCommentsAction({ ids: items, replies })),
          "deleted",
        )
      }
      {...(count > 1 && { typed: { label: kit("typed", { count }), value: String(count) } })}
    />
  );
};
