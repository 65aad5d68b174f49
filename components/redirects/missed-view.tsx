"use client";
import { CornerUpRight, ExternalLink, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { forgetMissedAddressesAction } from "../../app/admin/tools/redirects/actions";
import type { MissedFilters } from "../../lib/features/redirects/schema";
import { Page } from "../admin/page";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { RowOpener } from "../resource/row-title";
import { atOnce } from "../resource/sending";
import { late } from "../ui/late";
import { When } from "../ui/when";
import { type ListedMissed, missedList } from "./list";
import { RedirectTabs } from "./redirect-tabs";
import { Times } from "./times";

const FromMissedDialog = late(async () => (await import("./redirect-dialog")).FromMissedDialog);

type Cell = { row: ListedMissed };

const MissedPath = ({ row }: Cell) => (
  <RowOpener row={row} action="redirect">
    <bdi dir="ltr" className="break-all">
      {row.path}
    </bdi>
  </RowOpener>
);
const MissedHits = ({ row: { hits } }: Cell) => <Times words="missed" count={hits} />;
const MissedLast = ({ row }: Cell) => <When at={row.lastTime} />;

const addressAt = ({ path }: ListedMissed) => path.split("/").map(encodeURIComponent).join("/");

const missed: Resource<ListedMissed, MissedFilters> = {
  place: missedList,
  words: "missed",
  nameOf: ({ path }) => path,
  columns: [
    { name: "path", cell: MissedPath, sort: ["path", "asc"] },
    { name: "hits", cell: MissedHits, sort: ["hits", "desc"], align: "right", card: "beside" },
    { name: "last", cell: MissedLast, sort: ["lastTime", "desc"], card: "beside" },
  ],
  actions: [
    { name: "redirect", icon: CornerUpRight, dialog: FromMissedDialog },
    { name: "visit", icon: ExternalLink, leavesFor: addressAt },
    {
      name: "forget",
      icon: EyeOff,
      key: "d",
      bulk: () => true,
      send: atOnce((ids) => forgetMissedAddressesAction({ ids })),
      done: "forgotten",
    },
  ],
};

/** Addresses that people asked for and did not find. */
export function MissedView(list: Listed<ListedMissed, MissedFilters>) {
  const t = useTranslations("missed");
  return (
    <Page title={t("title")}>
      <RedirectTabs at="missed" />
      <p className="mb-3.5 max-w-prose text-soft">{t("about")}</p>
      <ResourceList resource={missed} {...list} />
    </Page>
  );
}
