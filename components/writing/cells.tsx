"use client";
import { useFormatter, useTranslations } from "next-intl";
import { dotOf, shownState } from "../text-states/text-states";
import { useListing } from "../resource/listing";
import { RowTitle } from "../resource/row-title";
import { StateDot } from "../ui/badge";
import { When } from "../ui/when";
import type { ListedText } from "./list";

type Cell = { row: ListedText };

/** The notes below a title are words of `posts`, which sheets share. */
export function TextTitle({ row }: Cell) {
  const t = useTranslations("posts");
  const { resource, choices } = useListing();
  const notes = [
    ...(row.categories ?? []).map(({ name }) => name),
    choices?.author && row.author?.nickname,
    row.topPriority > 0 && t("notes.pinned"),
    row.locked && t("notes.locked"),
    row.inProgress && t("notes.inProgress"),
  ];
  return (
    <RowTitle href={`${resource.place.path}/${row.id}`} notes={notes}>
      {row.title}
    </RowTitle>
  );
}

export function TextState({ row }: Cell) {
  const t = useTranslations("posts");
  const state = shownState(row, useListing().now);
  return <StateDot dot={dotOf[state]}>{t(`state.${state}`)}</StateDot>;
}

export function TextViews({ row }: Cell) {
  const format = useFormatter();
  const state = shownState(row, useListing().now);
  return state === "published" || state === "private" ? (
    format.number(row.visits)
  ) : (
    <span className="text-soft">–</span>
  );
}

export const TextDate = ({ row }: Cell) => <When at={row.createTime} />;
