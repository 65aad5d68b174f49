"use client";
import {
  ArrowLeft,
  Ellipsis,
  ExternalLink,
  Eye,
  History,
  Keyboard,
  Link2,
  MonitorSmartphone,
  RotateCcw,
} from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Post } from "../../lib/features/writing/schema";
import { Button } from "../ui/button";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "../ui/dropdown-menu";
import { isLive } from "./edits";
import { useKind } from "./kind";
import type { NextStep } from "./standing";

type Props = {
  post: Post | null;
  busy: boolean;
  step: NextStep;
  children: ReactNode;
  onPreview: () => void;
  onWidths: () => void;
  onShare: () => void;
  onRevisions: () => void;
  onDiscard: () => void;
  onKeys: () => void;
  onPrimary: () => void;
};

/** The editor's head: the way back, the state of the text, and the main action. */
export function EditorBar({
  post,
  busy,
  step,
  children,
  onPreview,
  onWidths,
  onShare,
  onRevisions,
  onDiscard,
  onKeys,
  onPrimary,
}: Props) {
  const t = useTranslations("editor");
  const kind = useKind();
  const live = isLive(post);
  return (
    <div className="editor-bar">
      <Button asChild>
        <Link href={kind.path} aria-label={t("back", { kind: kind.name })}>
          <ArrowLeft aria-hidden />
          <span className="max-sm:hidden">{t("posts", { kind: kind.name })}</span>
        </Link>
      </Button>
      {children}
      {post && (
        <Button onClick={onPreview} disabled={busy} className="max-sm:hidden">
          {t("preview")}
        </Button>
      )}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button look="quiet" size="icon" aria-label={t("more")}>
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {post && (
            <>
              <DropdownMenuItem onSelect={onPreview} className="sm:hidden">
                <Eye aria-hidden />
                {t("preview")}
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={onWidths}>
                <MonitorSmartphone aria-hidden />
                {t("widths.title")}
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={onShare}>
                <Link2 aria-hidden />
                {t("share")}
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={onRevisions}>
                <History aria-hidden />
                {t("revisions.title")}
              </DropdownMenuItem>
            </>
          )}
          {post && live && (
            <DropdownMenuItem asChild>
              <a href={post.url} target="_blank" rel="noopener">
                <ExternalLink aria-hidden />
                {t("view")}
              </a>
            </DropdownMenuItem>
          )}
          {post && live && post.inProgress && (
            <DropdownMenuItem grave onSelect={onDiscard}>
              <RotateCcw aria-hidden />
              {t("discard")}
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={onKeys}>
            <Keyboard aria-hidden />
            {t("keys")}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <Button look="strong" onClick={onPrimary} disabled={busy}>
        {t(`steps.${step}`)}
      </Button>
    </div>
  );
}
