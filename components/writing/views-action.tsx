"use client";
import { ChartLine } from "lucide-react";
import type { ComponentProps } from "react";
import type { Action, ActionDialog } from "../resource/resource";
import { late } from "../ui/late";
import type { ListedText } from "./list";
import type { AskViews } from "./views-dialog";

const ViewsDialog = late(async () => (await import("./views-dialog")).ViewsDialog);

/** Shows the views of one text by day. */
export function viewsAction<R extends ListedText, I>(
  ask: AskViews,
  rows: (row: R, now: Date) => boolean,
): Action<R, I> {
  const dialog = ({ row, onClose }: ComponentProps<ActionDialog<R>>) =>
    row ? <ViewsDialog text={row} ask={ask} onClose={onClose} /> : null;
  return { name: "views", icon: ChartLine, rows, dialog };
}
