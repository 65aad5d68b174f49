"use client";
import { Check, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { setCommentsStateAction, setCommentStatesAction } from "../../app/admin/actions";
import type { QueuedComment } from "../../lib/features/comments/queue/schema";
import { atOnce } from "../resource/sending";
import { useNewcomers } from "../resource/use-newcomers";
import { useSending } from "../resource/use-sending";
import { Button } from "../ui/button";
import { Clipped } from "../ui/clipped";
import { Link } from "../ui/link";
import { When } from "../ui/when";
import { Nothing, Panel } from "./panel";

const back = ({ before }: { before: Parameters<typeof setCommentStatesAction>[0]["items"] }) =>
  setCommentStatesAction({ items: before });
const recycle = atOnce((ids) => setCommentsStateAction({ items: ids, state: "bin" }), back);
/** Makes the words public that are shown, and none that their author has put in their place meanwhile. */
const approve = ({ id, state, updateTime }: QueuedComment) =>
  atOnce(
    () =>
      setCommentStatesAction({
        items: [{ commentId: id, state: "published", from: { state, updateTime: updateTime.toISOString() } }],
      }),
    back,
  );

type Props = {
  kind: "waiting" | "newest";
  comments: readonly QueuedComment[];
  total: number;
  /** The page of all comments, where there is one. */
  href: string | null;
};

/** Comments with their texts; those that wait are approved or recycled here. */
export function CommentsPanel({ kind, comments, total, href }: Props) {
  const t = useTranslations("dashboard.comments");
  const { send, isBusyWith } = useSending("dashboard.comments");
  const isNewcomer = useNewcomers(
    kind,
    comments.map(({ id }) => id),
  );
  return (
    <Panel
      title={t(kind)}
      {...(kind === "waiting" && { count: total })}
      more={
        href !== null &&
        total > comments.length && (
          <Link href={href} className="text-[0.86rem] text-soft">
            {t("all")}
          </Link>
        )
      }
    >
      {comments.length === 0 ? (
        <Nothing>{t(kind === "waiting" ? "noneWaiting" : "none")}</Nothing>
      ) : (
        <ul className="grid grid-cols-1 divide-y">
          {comments.map((comment) => {
            const { id, author, content, createTime, target } = comment;
            return (
              <li key={id} className="grid grid-cols-1 gap-1 py-2.5 first:pt-0 last:pb-0">
                <p className="flex flex-wrap items-baseline gap-x-2 text-[0.86rem]">
                  <b className="overflow-clip font-[560] break-words [overflow-wrap:anywhere]">{author}</b>
                  <span className="text-soft">
                    <When at={createTime} />
                  </span>
                  {target && (
                    <a href={target.url} className="min-w-0 basis-full truncate text-soft">
                      {t("on", { title: target.title })}
                    </a>
                  )}
                </p>
                <p className="whitespace-pre-line">
                  <Clipped lines={3}>{content.replace(/\n\s*\n/g, "\n")}</Clipped>
                </p>
                {kind === "waiting" && (
                  <div className="mt-1 flex flex-wrap gap-2">
                    <Button
                      size="small"
                      disabled={isBusyWith([id])}
                      aria-label={t("approveOf", { author })}
                      onClick={() => isNewcomer(id) || send([id], approve(comment), "published")}
                    >
                      <Check aria-hidden />
                      {t("approve")}
                    </Button>
                    <Button
                      size="small"
                      look="quiet"
                      disabled={isBusyWith([id])}
                      aria-label={t("recycleOf", { author })}
                      onClick={() => isNewcomer(id) || send([id], recycle, "bin")}
                    >
                      <Trash2 aria-hidden />
                      {t("recycle")}
                    </Button>
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
