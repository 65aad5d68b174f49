"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Dialog, DialogContent } from "../ui/dialog";
import { Link } from "../ui/link";
import { When } from "../ui/when";
import { pathOf } from "./kind";
import type { Copy } from "./shelf";
import { deleteCopy } from "./use-copies";
import { KEPT } from "./use-kept";

/** Characters of a text in the list. */
const BEGINNING = 400;

/** The texts that only this device has, each with a link to open it and a button to delete it. */
export function KeptList({ copies, onClose }: { copies: Copy[]; onClose: () => void }) {
  const t = useTranslations("editor.kept");
  const [asked, setAsked] = useState<Copy | null>(null);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t("listTitle")} description={t("listText")} className="!w-[min(40rem,calc(100vw-1.5rem))]">
        {copies.length === 0 && <p className="text-soft">{t("none")}</p>}
        <ul>
          {copies.map((copy) => (
            <li key={copy.id} className="grid gap-1 border-b py-3 last:border-0">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <strong className="font-[560] [overflow-wrap:anywhere]">
                  {copy.edits.title.trim() || t("untitled")}
                </strong>
                <span className="text-[0.8rem] text-soft">
                  {t(copy.postId === null ? "newPost" : "ofPost", { kind: copy.kind ?? "post" })} ·{" "}
                  <When at={new Date(copy.time)} />
                </span>
              </p>
              <p className="line-clamp-2 text-[0.84rem] text-soft [overflow-wrap:anywhere]">
                {copy.edits.originalContent.slice(0, BEGINNING)}
              </p>
              <p className="mt-1 flex flex-wrap gap-2">
                <Button asChild size="small">
                  <Link href={`${pathOf[copy.kind ?? "post"]}/${copy.postId ?? "new"}${KEPT}${copy.id}`}>
                    {t("open")}
                  </Link>
                </Button>
                {copy.postId !== null && (
                  <Button asChild size="small" look="quiet">
                    <Link href={`${pathOf[copy.kind ?? "post"]}/new${KEPT}${copy.id}`}>
                      {t("openAsNew", { kind: copy.kind ?? "post" })}
                    </Link>
                  </Button>
                )}
                <Button size="small" look="quiet" onClick={() => setAsked(copy)}>
                  {t("delete")}
                </Button>
              </p>
            </li>
          ))}
        </ul>
        <ConfirmDialog
          open={asked !== null}
          onOpenChange={(open) => !open && setAsked(null)}
          title={t("deleteTitle")}
          text={t("deleteText")}
          action={t("delete")}
          onConfirm={() => asked && void deleteCopy(asked)}
        />
      </DialogContent>
    </Dialog>
  );
}
