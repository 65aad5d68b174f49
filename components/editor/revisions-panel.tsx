"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { PostRevision, PostRevisionItem } from "../../lib/features/writing/revision-schema";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogContent } from "../ui/dialog";
import { When } from "../ui/when";
import type { Text } from "./edits";
import { useKind } from "./kind";
import { LateDiff as DiffView } from "./late-diff";

type Props = {
  open: boolean;
  onClose: () => void;
  postId: number;
  text: Text;
  onRestore: (revisionId: number) => Promise<void>;
};

/** Revisions, each compared with the screen, and restored on demand. */
export function RevisionsPanel({ open, onClose, ...rest }: Props) {
  const t = useTranslations("editor.revisions");
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={t("title")} description={t("text")} className="!w-[min(60rem,calc(100vw-1.5rem))]">
        {open && <Revisions {...rest} onDone={onClose} />}
      </DialogContent>
    </Dialog>
  );
}

function Revisions({ postId, text, onRestore, onDone }: Omit<Props, "open" | "onClose"> & { onDone: () => void }) {
  const t = useTranslations("editor.revisions");
  const kind = useKind();
  const [list, setList] = useState<Omit<PostRevisionItem, "postId">[] | null>(null);
  const [chosen, setChosen] = useState<Omit<PostRevision, "postId"> | null>(null);
  const [failed, setFailed] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void kind
      .listRevisions(postId)
      .catch(() => null)
      .then((answer) => (answer?.ok ? setList(answer.data) : setFailed(answer?.error.message ?? t("offline"))));
  }, [kind, postId, t]);
  const show = async (revisionId: number) => {
    const answer = await kind.getRevision(postId, revisionId).catch(() => null);
    if (answer?.ok) setChosen(answer.data);
    else setFailed(answer?.error.message ?? t("offline"));
  };
  const restore = async (revisionId: number) => {
    setBusy(true);
    await onRestore(revisionId);
    setBusy(false);
    onDone();
  };
  if (failed !== "") return <p role="alert">{failed}</p>;
  if (list === null) return <p role="status">{t("loading")}</p>;
  if (list.length === 0) return <p className="text-soft">{t("none")}</p>;
  return (
    <div className="grid gap-4 sm:grid-cols-[15rem_1fr]">
      <ol className="max-h-[46vh] overflow-y-auto max-sm:max-h-40">
        {list.map((each) => (
          <li key={each.id}>
            <button
              type="button"
              aria-pressed={chosen?.id === each.id}
              onClick={() => void show(each.id)}
              className="grid w-full gap-0.5 rounded-md px-2.5 py-2 text-left hover:bg-ink/5 aria-pressed:bg-ink/7"
            >
              <span className="truncate font-[540]">{each.title}</span>
              <span className="text-[0.8rem] text-soft">
                {t("version", { version: each.version })} · <When at={each.createTime} />
                {each.author && ` · ${each.author.nickname}`}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <div className="min-w-0">
        {chosen ? (
          <>
            <DiffView before={text} after={chosen} label={t("diff")} />
            <p className="mt-2 text-[0.8rem] text-soft">{t("legend")}</p>
            <DialogActions>
              <Button look="strong" disabled={busy} onClick={() => void restore(chosen.id)}>
                {t("restore")}
              </Button>
            </DialogActions>
          </>
        ) : (
          <p className="text-soft">{t("choose")}</p>
        )}
      </div>
    </div>
  );
}
