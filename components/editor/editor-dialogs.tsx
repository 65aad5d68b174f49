"use client";
import { useTranslations } from "next-intl";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { CollisionDialog } from "./collision-dialog";
import { KeptDialog } from "./kept-dialog";
import { OutlineDialog } from "./outline-dialog";
import { PublishSheet } from "./publish-sheet";
import { RevisionsPanel } from "./revisions-panel";
import { SignInDialog } from "./sign-in-dialog";
import type { useActions } from "./use-actions";
import type { useKept } from "./use-kept";
import type { useWriting } from "./use-writing";

export type Opened = "publish" | "outline" | "revisions" | "collision" | "sign-in" | "discard" | null;

type Props = {
  opened: Opened;
  onOpen: (opened: Opened) => void;
  writing: ReturnType<typeof useWriting>;
  actions: ReturnType<typeof useActions>;
  kept: ReturnType<typeof useKept>;
  now: Date;
  readText: () => string;
  onGo: (line: number) => void;
  onPublish: () => void;
};

/** Everything that comes up over the editor, one at a time. */
export function EditorDialogs({ opened, onOpen, writing, actions, kept, now, readText, onGo, onPublish }: Props) {
  const t = useTranslations("editor");
  const { post, snapshot, autosave } = writing;
  const close = () => onOpen(null);
  return (
    <>
      <PublishSheet now={now} open={opened === "publish"} onClose={close} post={post} read={readText} busy={actions.busy} onGo={onGo} onPublish={onPublish} />
      <OutlineDialog open={opened === "outline"} onClose={close} read={readText} onGo={onGo} />
      {post && <RevisionsPanel open={opened === "revisions"} onClose={close} postId={post.id} text={opened === "revisions" ? readText() : ""} onRestore={actions.restoreRevision} />}
      <CollisionDialog open={opened === "collision"} onClose={close} current={snapshot.current} mine={opened === "collision" ? readText() : ""} busy={actions.busy} onChoose={(way) => void actions.settle(way)} />
      <SignInDialog open={opened === "sign-in"} onClose={close} onBack={() => autosave.retry()} />
      <KeptDialog copies={kept.copies} shown={kept.shown} text={kept.shown ? readText() : ""} onShow={kept.show} onRestore={kept.restore} onDelete={kept.remove} onLater={kept.later} />
      <ConfirmDialog open={opened === "discard"} onOpenChange={(open) => !open && close()} title={t("discard")} text={t("discardText")} action={t("discard")} onConfirm={() => void actions.discard()} />
    </>
  );
}
