"use client";
import {
  Archive,
  ExternalLink,
  Eye,
  EyeOff,
  Link2,
  MoreHorizontal,
  Pencil,
  RotateCcw,
  Trash2,
  Undo2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "../ui/button";
import { copyText } from "../ui/clipboard";
import { ConfirmDialog } from "../ui/confirm-dialog";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu";
import { Link } from "../ui/link";
import { sayDone, sayFailed } from "../ui/toaster";
import type { ListedPost, ShownState } from "../editor/listed-post";
import { useChanges } from "./use-changes";

/** The actions on one post. */
export function RowMenu({ post, state }: { post: ListedPost; state: ShownState }) {
  const t = useTranslations("posts");
  const { setStatus, remove, isBusy } = useChanges();
  const [asking, setAsking] = useState(false);
  const set = (status: Parameters<typeof setStatus>[1]) => () => setStatus([post.id], status);
  const copy = () =>
    void copyText(new URL(post.url, window.location.origin).href).then((copied) =>
      copied ? sayDone(t("done.copied")) : sayFailed(t("done.notCopied")),
    );
  const isLive = state === "published" || state === "private";
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button look="quiet" size="smallIcon" disabled={isBusy} aria-label={t("actionsFor", { title: post.title })}>
            <MoreHorizontal aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem asChild>
            <Link href={`/admin/posts/${post.id}`}>
              <Pencil aria-hidden />
              {t("actions.edit")}
            </Link>
          </DropdownMenuItem>
          {isLive && (
            <>
              <DropdownMenuItem asChild>
                <a href={post.url}>
                  <ExternalLink aria-hidden />
                  {t("actions.view")}
                </a>
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={copy}>
                <Link2 aria-hidden />
                {t("actions.copy")}
              </DropdownMenuItem>
            </>
          )}
          <DropdownMenuSeparator />
          {state === "bin" ? (
            <>
              <DropdownMenuItem onSelect={set("DRAFT")}>
                <RotateCcw aria-hidden />
                {t("actions.restore")}
              </DropdownMenuItem>
              <DropdownMenuItem grave onSelect={() => setAsking(true)}>
                <Trash2 aria-hidden />
                {t("actions.delete")}
              </DropdownMenuItem>
            </>
          ) : (
            <>
              {(state === "draft" || state === "private") && (
                <DropdownMenuItem onSelect={set("PUBLISHED")}>
                  <Eye aria-hidden />
                  {t("actions.publish")}
                </DropdownMenuItem>
              )}
              {state !== "private" && (
                <DropdownMenuItem onSelect={set("INTIMATE")}>
                  <EyeOff aria-hidden />
                  {t("actions.private")}
                </DropdownMenuItem>
              )}
              {state !== "draft" && (
                <DropdownMenuItem onSelect={set("DRAFT")}>
                  <Undo2 aria-hidden />
                  {t("actions.draft")}
                </DropdownMenuItem>
              )}
              <DropdownMenuItem onSelect={set("RECYCLE")}>
                <Archive aria-hidden />
                {t("actions.bin")}
              </DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("deleteTitle", { count: 1 })}
        text={t("deleteOne", { title: post.title })}
        action={t("actions.delete")}
        onConfirm={() => remove([post.id])}
      />
    </>
  );
}
