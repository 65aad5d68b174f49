"use client";
import {
  Ban,
  Check,
  ExternalLink,
  Hourglass,
  MessagesSquare,
  Pencil,
  Reply,
  RotateCcw,
  ShieldAlert,
  Trash2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { setCommentsStateAction, setCommentStatesAction } from "../../app/admin/comments/actions";
import type { QueueFilters } from "../../lib/features/comments/queue/schema";
import type { CommentState } from "../../lib/features/comments/schema";
import { Page } from "../admin/page";
import type { Action, Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { atOnce } from "../resource/sending";
import { Button } from "../ui/button";
import { late } from "../ui/late";
import { Link } from "../ui/link";
import { CommentCell, CommentDate, CommentTarget } from "./comment-cells";
import { commentList, type ListedComment } from "./list";
import { noteSeen, seenOf } from "./seen";

const BlockAuthor = late(async () => (await import("./block-dialog")).BlockAuthor);
const Conversation = late(async () => (await import("./conversation")).Conversation);
const DeleteDialog = late(async () => (await import("./delete-dialog")).DeleteDialog);
const EditForm = late(async () => (await import("./edit-form")).EditForm);
const ReplyForm = late(async () => (await import("./reply-form")).ReplyForm);

type CommentAction = Action<ListedComment, QueueFilters>;

const among =
  (...states: CommentState[]) =>
  ({ state }: ListedComment) =>
    states.includes(state);
/** In the bulk bar of these tabs. */
const inTabs =
  (...tabs: NonNullable<QueueFilters["state"]>[]): CommentAction["bulk"] =>
  ({ filters }) =>
    tabs.includes(filters.state ?? "all");
const to = (
  state: CommentState,
  done: string = state,
): Pick<Extract<CommentAction, { done: string }>, "send" | "done"> => ({
  send: atOnce(
    (items) => setCommentsStateAction({ items, state }),
    ({ before }) => setCommentStatesAction({ items: before }),
  ),
  done,
});
const approve: Pick<Extract<CommentAction, { done: string }>, "send" | "done"> = {
  send: atOnce(
    (ids) =>
      setCommentStatesAction({
        items: ids.map((commentId) => ({ commentId, state: "published", from: seenOf(commentId) })),
      }),
    ({ before }) => setCommentStatesAction({ items: before }),
  ),
  done: "published",
};
/** Where readers find it. */
const placeOf = ({ id, target }: ListedComment) => `${target?.url ?? "/"}?comment=${id}#comment-${id}`;
const isOnSite = ({ state, target }: ListedComment) => state === "published" && target?.isPublic === true;

const actions: CommentAction[] = [
  { name: "view", icon: ExternalLink, rows: isOnSite, leavesFor: placeOf },
  {
    name: "approve",
    icon: Check,
    key: "a",
    rows: among("waiting", "spam", "bin"),
    bulk: inTabs("waiting", "spam", "bin", "all"),
    ...approve,
  },
  { name: "reply", icon: Reply, key: "r", rows: among("waiting", "published"), dialog: ReplyForm },
  { name: "edit", icon: Pencil, key: "e", dialog: EditForm },
  { name: "conversation", icon: MessagesSquare, key: "c", dialog: Conversation },
  { name: "hold", icon: Hourglass, rows: among("published"), bulk: inTabs("published"), ...to("waiting", "held") },
  { name: "restore", icon: RotateCcw, rows: among("bin"), bulk: inTabs("bin"), ...to("waiting", "restored") },
  { name: "notSpam", icon: RotateCcw, rows: among("spam"), bulk: inTabs("spam"), ...to("waiting", "restored") },
  {
    name: "spam",
    icon: ShieldAlert,
    key: "s",
    rows: among("waiting", "published", "bin"),
    bulk: inTabs("waiting", "published", "bin", "all"),
    ...to("spam"),
  },
  {
    name: "bin",
    icon: Trash2,
    key: "d",
    rows: among("waiting", "published"),
    bulk: inTabs("waiting", "published", "all"),
    ...to("bin"),
  },
  { name: "block", icon: Ban, rows: ({ isAdmin }) => !isAdmin, dialog: BlockAuthor },
  {
    name: "delete",
    icon: Trash2,
    rows: among("bin", "spam"),
    bulk: inTabs("bin", "spam"),
    grave: true,
    dialog: DeleteDialog,
  },
];

const comments: Resource<ListedComment, QueueFilters> = {
  place: commentList,
  words: "moderation",
  nameOf: ({ author }) => author,
  columns: [
    { name: "comment", cell: CommentCell },
    { name: "target", cell: CommentTarget, from: "lg", card: "none" },
    { name: "date", cell: CommentDate, sort: ["createTime", "desc"], card: "none" },
  ],
  actions,
  comesByItself: true,
};

/** The queue of comments on posts, pages and the journal: decide, answer, edit. */
export function ModerationView(page: Listed<ListedComment, QueueFilters>) {
  const t = useTranslations("moderation");
  useEffect(() => noteSeen(page.rows), [page.rows]);
  return (
    <Page title={t("title")}>
      <div className="sm:[&_td]:align-top">
        <ResourceList
          resource={comments}
          {...page}
          tools={
            <Button asChild>
              <Link href="/admin/comments/blocks">
                <Ban aria-hidden />
                {t("toBlocks")}
              </Link>
            </Button>
          }
        />
      </div>
    </Page>
  );
}
