import { Archive, ExternalLink, Eye, EyeOff, Link2, Pencil, RotateCcw, Trash2, Undo2 } from "lucide-react";
import type { Result } from "../../lib/doors/result";
import type { PostStatus } from "../../lib/features/writing/schema";
import { shownState, type ShownState } from "../text-states/text-states";
import type { ListPlace, ListView } from "../resource/list-place";
import type { Action, Send } from "../resource/resource";
import { atOnce } from "../resource/sending";
import type { ListedText } from "./list";
import { viewsAction } from "./views-action";
import type { AskViews } from "./views-dialog";

type Given<I> = {
  place: ListPlace<I>;
  /** Sets the status of several; its way back is the state before. */
  statusOf: (status: PostStatus) => Send;
  remove: (items: number[]) => Promise<Result<unknown>>;
  views: AskViews;
};

const among =
  (...states: ShownState[]) =>
  (row: ListedText, now: Date) =>
    states.includes(shownState(row, now));

/** The actions that posts and sheets share, in the order of a row's menu. */
export function textActions<R extends ListedText, I extends { state?: string | undefined }>({
  place,
  statusOf,
  remove,
  views,
}: Given<I>): Action<R, I>[] {
  const inBin = ({ filters }: ListView<I>) => (filters as { state?: string }).state === "bin";
  const outside = (view: ListView<I>) => !inBin(view);
  const change = (name: string, icon: Action<R, I>["icon"], to: PostStatus, ...from: ShownState[]): Action<R, I> => ({
    name,
    icon,
    rows: among(...from),
    bulk: from.includes("bin") ? inBin : outside,
    send: statusOf(to),
    done: to,
  });
  return [
    { name: "edit", icon: Pencil, href: ({ id }) => `${place.path}/${id}` },
    { name: "view", icon: ExternalLink, rows: among("published", "private"), leavesFor: ({ url }) => url },
    { name: "copy", icon: Link2, rows: among("published", "private"), copies: ({ url }) => url },
    viewsAction<R, I>(views, among("published", "private")),
    change("publish", Eye, "PUBLISHED", "draft", "private"),
    change("private", EyeOff, "INTIMATE", "draft", "published", "scheduled"),
    change("draft", Undo2, "DRAFT", "published", "scheduled", "private"),
    change("bin", Archive, "RECYCLE", "draft", "published", "scheduled", "private"),
    change("restore", RotateCcw, "DRAFT", "bin"),
    {
      name: "delete",
      icon: Trash2,
      rows: among("bin"),
      bulk: inBin,
      grave: true,
      asks: true,
      send: atOnce(remove),
      done: "deleted",
    },
  ];
}
