"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "../ui/confirm-dialog";
import type { ListView } from "./list-address";
import type { TagChoice } from "../editor/listed-post";
import { TagDialog } from "./tag-dialog";
import { useChanges } from "./use-changes";
import type { Selection } from "./use-selection";

type Props = { view: ListView; selection: Selection; tags: TagChoice[] };
const buttonLook =
  "rounded-md px-2.5 py-1.5 font-[540] whitespace-nowrap hover:bg-on-ink/12 disabled:opacity-50 focus-visible:outline-on-ink";

/** The actions on the selected posts; shown while there are some. */
export function BulkBar({ view, selection, tags }: Props) {
  const t = useTranslations("posts");
  const { setStatus, setTags, remove, isBusy } = useChanges();
  const [asking, setAsking] = useState<"tags" | "delete" | null>(null);
  const { ids, clear } = selection;
  const set = (status: Parameters<typeof setStatus>[1]) => () => setStatus(ids, status, clear);
  const actions =
    view.state === "bin"
      ? [
          { name: "restore", run: set("DRAFT") },
          { name: "delete", run: () => setAsking("delete") },
        ]
      : [
          { name: "publish", run: set("PUBLISHED") },
          { name: "tag", run: () => setAsking("tags") },
          { name: "private", run: set("INTIMATE") },
          { name: "draft", run: set("DRAFT") },
          { name: "bin", run: set("RECYCLE") },
        ];
  return (
    <>
      <div
        role="toolbar"
        aria-label={t("bulk.label")}
        className="appear sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full items-center gap-1 overflow-x-auto rounded-[10px] bg-ink py-1.5 pr-1.5 pl-4 text-on-ink shadow-[0_8px_24px_#0003]"
      >
        <span role="status" className="mr-1.5 whitespace-nowrap">
          {t("bulk.selected", { count: ids.length })}
        </span>
        {actions.map(({ name, run }) => (
          <button key={name} type="button" onClick={run} disabled={isBusy} className={buttonLook}>
            {t(`bulk.${name}`)}
          </button>
        ))}
        <button type="button" onClick={clear} aria-label={t("bulk.clear")} className={buttonLook}>
          <X aria-hidden className="size-4" />
        </button>
      </div>
      <TagDialog
        open={asking === "tags"}
        onOpenChange={(open) => setAsking(open ? "tags" : null)}
        count={ids.length}
        tags={tags}
        onSave={(add, gone) => setTags(ids, add, gone, clear)}
      />
      <ConfirmDialog
        open={asking === "delete"}
        onOpenChange={(open) => setAsking(open ? "delete" : null)}
        title={t("deleteTitle", { count: ids.length })}
        text={t("deleteText")}
        action={t("bulk.delete")}
        onConfirm={() => remove(ids, clear)}
        {...(ids.length > 1 && {
          typed: { label: t("deleteTyped", { count: ids.length }), value: String(ids.length) },
        })}
      />
    </>
  );
}
