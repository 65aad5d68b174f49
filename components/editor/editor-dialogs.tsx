"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useDesk } from "../admin/desk";
import { late } from "../ui/late";
import type { Text } from "./edits";
import { OutlineDialog } from "./outline-dialog";
import type { Contents } from "./text-view";
import type { useActions } from "./use-actions";
import type { useKept } from "./use-kept";
import type { useWriting } from "./use-writing";

// Loaded late, since most texts need none of these.
const ConfirmDialog = late(async () => (await import("../ui/confirm-dialog")).ConfirmDialog);
const CollisionDialog = late(async () => (await import("./collision-dialog")).CollisionDialog);
const KeptDialog = late(async () => (await import("./kept-dialog")).KeptDialog);
const PublishDialog = late(async () => (await import("./publish-dialog")).PublishDialog);
const RevisionsPanel = late(async () => (await import("./revisions-panel")).RevisionsPanel);
const WidthsDialog = late(async () => (await import("./widths-dialog")).WidthsDialog);
const SignInDialog = late(async () => (await import("../sign-in/sign-in-dialog")).SignInDialog);
const noText: Text = { originalContent: "", editorType: "MARKDOWN" };
/** Loads a dialog ahead that a conflict or a lost connection may need. */
const neededLater = [CollisionDialog, KeptDialog, PublishDialog, SignInDialog];

/** Whether something was ever true. A dialog stays mounted from then on, so that it can return the focus. */
function useOpenedOnce(isOpen: boolean): boolean {
  const [was, setWas] = useState(isOpen);
  if (isOpen && !was) setWas(true);
  return was;
}

export type Opened = "widths" | "publish" | "outline" | "revisions" | "collision" | "sign-in" | "discard" | null;

type Props = {
  opened: Opened;
  onOpen: (opened: Opened) => void;
  writing: ReturnType<typeof useWriting>;
  actions: ReturnType<typeof useActions>;
  kept: ReturnType<typeof useKept>;
  now: Date;
  readText: () => Text;
  contents: () => Contents;
  onGo: (line: number) => void;
  onPublish: () => void;
};

/** The editor's dialogs, one at a time. */
export function EditorDialogs({
  opened,
  onOpen,
  writing,
  actions,
  kept,
  now,
  readText,
  contents,
  onGo,
  onPublish,
}: Props) {
  const t = useTranslations("editor");
  const { post, snapshot, autosave } = writing;
  const { username } = useDesk().shell;
  const close = () => onOpen(null);
  const once = {
    publish: useOpenedOnce(opened === "publish"),
    widths: useOpenedOnce(opened === "widths"),
    revisions: useOpenedOnce(opened === "revisions"),
    collision: useOpenedOnce(opened === "collision"),
    signIn: useOpenedOnce(opened === "sign-in"),
    discard: useOpenedOnce(opened === "discard"),
    kept: useOpenedOnce(kept.shown !== null),
  };

  const isWriting = useOpenedOnce(snapshot.state !== "saved");
  useEffect(() => {
    if (isWriting) for (const { opener } of neededLater) opener.onFocus();
  }, [isWriting]);

  return (
    <>
      {once.publish && (
        <PublishDialog
          now={now}
          open={opened === "publish"}
          onClose={close}
          post={post}
          read={readText}
          contents={contents}
          busy={actions.busy}
          onGo={onGo}
          onPublish={onPublish}
        />
      )}
      {once.widths && <WidthsDialog open={opened === "widths"} onClose={close} link={actions.previewLink} />}
      <OutlineDialog open={opened === "outline"} onClose={close} read={() => contents().headings} onGo={onGo} />
      {post && once.revisions && (
        <RevisionsPanel
          open={opened === "revisions"}
          onClose={close}
          postId={post.id}
          text={opened === "revisions" ? readText() : noText}
          onRestore={actions.restoreRevision}
        />
      )}
      {once.collision && (
        <CollisionDialog
          open={opened === "collision"}
          onClose={close}
          current={snapshot.current}
          mine={opened === "collision" ? readText() : noText}
          busy={actions.busy}
          onChoose={(way) => void actions.resolveCollision(way)}
        />
      )}
      {once.signIn && (
        <SignInDialog
          text={t("signIn.text")}
          username={username}
          open={opened === "sign-in"}
          onClose={close}
          onBack={() => autosave.retry()}
        />
      )}
      {once.kept && (
        <KeptDialog
          open={kept.shown !== null}
          copies={kept.copies}
          shown={kept.shown}
          text={kept.shown ? readText() : noText}
          onShow={kept.show}
          onRestore={kept.restore}
          onDelete={kept.remove}
          onLater={kept.later}
        />
      )}
      {once.discard && (
        <ConfirmDialog
          open={opened === "discard"}
          onOpenChange={(open) => !open && close()}
          title={t("discard")}
          text={t("discardText")}
          action={t("discard")}
          onConfirm={() => void actions.discard()}
        />
      )}
    </>
  );
}
