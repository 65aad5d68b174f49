"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { getCommentAction } from "../../app/admin/comments/actions";
import type { CommentInContext, EarlierComment } from "../../lib/features/comments/queue/schema";
import type { ActionDialog } from "../resource/resource";
import { Button } from "../ui/button";
import { When } from "../ui/when";
import { CommentState } from "./comment-cells";
import { InPlace } from "./in-place";
import type { ListedComment } from "./list";
import { inSession } from "../ui/session";

/** The conversation above a comment, and its author's latest other comments. */
export const Conversation: ActionDialog<ListedComment> = ({ row, onClose }) => {
  const t = useTranslations("moderation");
  const ui = useTranslations("ui");
  const commentId = row?.id ?? 0;
  const box = useRef<HTMLElement>(null);
  const [found, setFound] = useState<CommentInContext | string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void inSession(() => getCommentAction({ commentId }))
      .then((answer) => (answer?.ok ? answer.data : (answer?.error.message ?? ui("notFetched"))))
      .then((data) => isCurrent && setFound(data));
    return () => void (isCurrent = false);
  }, [commentId, ui]);
  useEffect(() => {
    if (found) box.current?.focus();
  }, [found]);
  return (
    <InPlace commentId={commentId}>
      <section
        ref={box}
        tabIndex={-1}
        aria-label={t("conversationOf", { author: row?.author ?? "" })}
        aria-busy={found === null}
        className="mt-1.5 grid max-w-[44rem] gap-3 rounded-lg border bg-paper p-3 focus:outline-none max-sm:-mr-8 max-sm:-ml-8"
        onKeyDown={(event) => event.key === "Escape" && onClose()}
      >
        {typeof found === "string" && <p role="alert">{found}</p>}
        {found !== null && typeof found !== "string" && (
          <>
            <Some title={t("above")} none={t("nothingAbove")} comments={found.above} />
            <Some title={t("latestOthers")} none={t("noOthers")} comments={found.others} />
          </>
        )}
        <div>
          <Button size="small" className="max-sm:h-11" onClick={onClose}>
            {ui("close")}
          </Button>
        </div>
      </section>
    </InPlace>
  );
};

type Shown = EarlierComment & { target?: { title: string } | null };

function Some({ title, none, comments }: { title: string; none: string; comments: readonly Shown[] }) {
  return (
    <div>
      <h2 className="mb-1 text-[0.82rem] font-[560] text-soft">{title}</h2>
      {comments.length === 0 ? (
        <p className="text-[0.86rem] text-soft">{none}</p>
      ) : (
        <ul className="grid gap-2">
          {comments.map(({ id, author, state, excerpt, createTime, target }) => (
            <li key={id} className="border-l-2 pl-2.5 text-[0.86rem] [overflow-wrap:anywhere]">
              <span className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-[560]">{author}</span>
                {target && <span>{target.title}</span>}
                <span className="text-soft">
                  <When at={createTime} />
                </span>
                {state !== "published" && <CommentState state={state} />}
              </span>
              <span className="block">{excerpt}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
