"use client";
import type { EditorView } from "@codemirror/view";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { Post } from "../../lib/posts/schema";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { CollisionDialog } from "./collision-dialog";
import { asideKey, copyKey, dropCopy, keepCopy, type LocalCopy, unsavedCopy } from "./local-copy";
import { OutlineDialog } from "./outline-dialog";
import { PublishSheet } from "./publish-sheet";
import { RecoveryDialog } from "./recovery-dialog";
import { RevisionsPanel } from "./revisions-panel";
import { SignInDialog } from "./sign-in-dialog";
import type { useActions } from "./use-actions";
import type { useWriting } from "./use-writing";

export type Opened = "publish" | "outline" | "revisions" | "collision" | "sign-in" | "discard" | null;

type Props = {
  opened: Opened;
  onOpen: (opened: Opened) => void;
  initial: Post | null;
  writing: ReturnType<typeof useWriting>;
  actions: ReturnType<typeof useActions>;
  readText: () => string;
  view: EditorView | null;
  onGo: (line: number) => void;
  onPublish: () => void;
};

/** Everything that comes up over the editor, one at a time. */
export function EditorDialogs({ opened, onOpen, initial, writing, actions, readText, view, onGo, onPublish }: Props) {
  const t = useTranslations("editor");
  const { post, snapshot, autosave, restore } = writing;
  const close = () => onOpen(null);
  const [copy, setCopy] = useState<LocalCopy | null>(null);
  const untitled = t("untitled");
  useEffect(() => {
    if (view) void unsavedCopy(initial, untitled).then(setCopy);
  }, [view, initial, untitled]);

  const settleCopy = (way: "restore" | "discard" | "later") => {
    if (!copy) return;
    setCopy(null);
    if (way === "restore" || (way === "later" && !post)) return restore(copy);
    if (way === "later" && post) void keepCopy(asideKey(post.id), copy);
    else if (post) void dropCopy(asideKey(post.id));
    void dropCopy(copyKey(post?.id ?? null));
  };

  return (
    <>
      <PublishSheet open={opened === "publish"} onClose={close} post={post} read={readText} busy={actions.busy} onGo={onGo} onPublish={onPublish} />
      <OutlineDialog open={opened === "outline"} onClose={close} read={readText} onGo={onGo} />
      {post && <RevisionsPanel open={opened === "revisions"} onClose={close} postId={post.id} text={opened === "revisions" ? readText() : ""} onRestore={actions.restoreRevision} />}
      <CollisionDialog open={opened === "collision"} onClose={close} current={snapshot.current} mine={opened === "collision" ? readText() : ""} busy={actions.busy} onChoose={(way) => void actions.settle(way)} />
      <SignInDialog open={opened === "sign-in"} onClose={close} onBack={() => autosave.retry()} />
      <RecoveryDialog copy={copy} saved={initial?.originalContent ?? ""} onRestore={() => settleCopy("restore")} onDiscard={() => settleCopy("discard")} onClose={() => settleCopy("later")} />
      <ConfirmDialog open={opened === "discard"} onOpenChange={(open) => !open && close()} title={t("discard")} text={t("discardText")} action={t("discard")} onConfirm={() => void actions.discard()} />
    </>
  );
}
