"use client";
import { ArchiveRestore, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { forgetRemovedAction, putBackRemovalsAction } from "../../app/admin/deleted/actions";
import type { RemovalFilters } from "../../lib/features/removals/schema";
import { Page } from "../admin/page";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { RowName } from "../resource/row-title";
import { atOnce } from "../resource/sending";
import { When } from "../ui/when";
import { type ListedRemoval, removalList } from "./list";

type Cell = { row: ListedRemoval };

function RemovalName({ row: { name, kind } }: Cell) {
  const t = useTranslations("removals");
  return (
    <>
      <RowName>
        <bdi>{name || t(`kinds.${kind}`)}</bdi>
      </RowName>
      <div className="mt-px text-[0.8rem] text-soft">{t(`kinds.${kind}`)}</div>
    </>
  );
}
const RemovalActor = ({ row: { actorName } }: Cell) => <bdi className="[overflow-wrap:anywhere]">{actorName}</bdi>;

function RemovalEnd({ row: { keptUntil } }: Cell) {
  const t = useTranslations("removals");
  return (
    <span className="max-sm:text-soft">
      <span className="sm:sr-only">{t("columns.until")} </span>
      <When at={keptUntil} />
    </span>
  );
}

const removals: Resource<ListedRemoval, RemovalFilters> = {
  place: removalList,
  words: "removals",
  nameOf: ({ name }) => name,
  columns: [
    { name: "name", cell: RemovalName },
    { name: "actor", cell: RemovalActor, from: "lg", card: "beside" },
    {
      name: "removed",
      cell: ({ row }) => <When at={row.removedTime} />,
      sort: ["removedTime", "desc"],
      card: "beside",
    },
    { name: "until", cell: RemovalEnd, card: "line" },
  ],
  actions: [
    {
      name: "putBack",
      icon: ArchiveRestore,
      key: "e",
      bulk: () => true,
      send: atOnce((ids) => putBackRemovalsAction({ ids })),
      done: "putBack",
    },
    {
      name: "forget",
      icon: Trash2,
      bulk: () => true,
      grave: true,
      asks: true,
      send: atOnce((ids) => forgetRemovedAction({ ids })),
      done: "forgotten",
    },
  ],
};

/** What was deleted and can be put back. */
export function RemovalsView(list: Listed<ListedRemoval, RemovalFilters>) {
  const t = useTranslations("removals");
  return (
    <Page title={t("title")}>
      <p className="mb-3.5 max-w-prose text-soft">{t("about")}</p>
      <ResourceList resource={removals} {...list} />
    </Page>
  );
}
