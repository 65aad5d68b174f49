"use client";
import {
  Archive,
  ArrowLeft,
  Ellipsis,
  ExternalLink,
  Eye,
  History,
  Keyboard,
  Link2,
  MonitorSmartphone,
  RotateCcw,
  Undo2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Post } from "../../lib/features/writing/schema";
import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { MenuButton } from "../ui/menu-button";
import type { MenuEntry } from "../ui/menu-choices";
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
  onDraft: () => void;
  onBin: () => void;
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
  onDraft,
  onBin,
  onKeys,
  onPrimary,
}: Props) {
  const t = useTranslations("editor");
  const kind = useKind();
  const live = isLive(post);
  const entries = (): MenuEntry[] => [
    ...(post
      ? [
          { label: t("preview"), icon: Eye, run: onPreview, className: "sm:hidden" },
          { label: t("widths.title"), icon: MonitorSmartphone, run: onWidths },
          { label: t("share"), icon: Link2, run: onShare },
          { label: t("revisions.title"), icon: History, run: onRevisions },
        ]
      : []),
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the menu puts the words into it
    ...(post && live
      ? [{ label: t("view"), icon: ExternalLink, link: <a href={post.url} target="_blank" rel="noopener" /> }]
      : []),
    ...(post && live && post.inProgress ? [{ label: t("discard"), icon: RotateCcw, grave: true, run: onDiscard }] : []),
    { label: t("keys"), icon: Keyboard, run: onKeys },
    ...(post && post.status !== "DRAFT"
      ? [{ label: t(post.status === "RECYCLE" ? "takeOut" : "toDraft"), icon: Undo2, apart: true, run: onDraft }]
      : []),
    ...(post && post.status !== "RECYCLE"
      ? [{ label: t("toBin"), icon: Archive, apart: post.status === "DRAFT", run: onBin }]
      : []),
  ];
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
      <MenuButton entries={entries} look="quiet" size="icon" aria-label={t("more")}>
        <Ellipsis aria-hidden />
      </MenuButton>
      <Button look="strong" onClick={onPrimary} disabled={busy}>
        {t(`steps.${step}`)}
      </Button>
    </div>
  );
}
