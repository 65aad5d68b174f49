"use client";
import { Copy, Download, Pencil, Trash2, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { deleteRedirectsAction } from "../../app/admin/tools/redirects/actions";
import type { RedirectFilters } from "../../lib/features/redirects/schema";
import { Page, PageAction } from "../admin/page";
import { putBack } from "../admin/put-back";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { RowOpener } from "../resource/row-title";
import { atOnce } from "../resource/sending";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { late } from "../ui/late";
import { When } from "../ui/when";
import { type ListedRedirect, redirectList } from "./list";
import { RedirectTabs } from "./redirect-tabs";
import { Times } from "./times";

const RedirectDialog = late(async () => (await import("./redirect-dialog")).RedirectDialog);
const EditDialog = late(async () => (await import("./redirect-dialog")).EditDialog);
const TableDialog = late(async () => (await import("./table-dialog")).TableDialog);

type Cell = { row: ListedRedirect };

/** Where it leads from, and below it where to. */
function RedirectName({ row }: Cell) {
  const t = useTranslations("redirects");
  return (
    <>
      <RowOpener row={row} action="edit">
        <bdi dir="ltr" className="break-all">
          {row.below ? `${row.source}/…` : row.source}
        </bdi>
      </RowOpener>
      <div className="text-[0.8rem] break-all text-soft">
        {row.target ? <bdi dir="ltr">→ {row.target}</bdi> : t("statuses.410")}
      </div>
    </>
  );
}
const RedirectStatus = ({ row: { status } }: Cell) => <Badge>{status}</Badge>;
const RedirectHits = ({ row: { hits } }: Cell) => <Times words="redirects" count={hits} />;
const RedirectLast = ({ row: { lastHitTime } }: Cell) =>
  lastHitTime ? <When at={lastHitTime} /> : <span className="text-soft">–</span>;

const redirects: Resource<ListedRedirect, RedirectFilters> = {
  place: redirectList,
  words: "redirects",
  nameOf: ({ source }) => source,
  columns: [
    { name: "source", cell: RedirectName, sort: ["source", "asc"] },
    { name: "status", cell: RedirectStatus, card: "beside" },
    { name: "hits", cell: RedirectHits, sort: ["hits", "desc"], align: "right", card: "beside" },
    { name: "last", cell: RedirectLast, sort: ["lastHitTime", "desc"], from: "lg", card: "none" },
  ],
  actions: [
    { name: "edit", icon: Pencil, dialog: EditDialog },
    { name: "copy", icon: Copy, key: "c", copies: ({ source }) => source },
    {
      name: "delete",
      icon: Trash2,
      bulk: () => true,
      grave: true,
      send: atOnce(
        (ids) => deleteRedirectsAction({ ids }),
        (_answer, ids) => putBack("redirect", ids),
      ),
      done: "deleted",
    },
  ],
};

/** The owner's redirects, with the table that they come and go in. */
export function RedirectsView(list: Listed<ListedRedirect, RedirectFilters>) {
  const t = useTranslations("redirects");
  const [open, setOpen] = useState<"redirect" | "table" | null>(null);
  const close = () => setOpen(null);
  return (
    <Page
      title={t("title")}
      action={<PageAction label={t("new")} onClick={() => setOpen("redirect")} {...RedirectDialog.opener} />}
    >
      <RedirectTabs at="redirects" />
      <p className="mb-3.5 max-w-prose text-soft">{t("about")}</p>
      <ResourceList
        resource={redirects}
        {...list}
        tools={
          <>
            <Button onClick={() => setOpen("table")} {...TableDialog.opener}>
              <Upload aria-hidden />
              {t("take")}
            </Button>
            {list.total > 0 && (
              <Button asChild>
                <a href={`${redirectList.path}/table`} download>
                  <Download aria-hidden />
                  {t("save")}
                </a>
              </Button>
            )}
          </>
        }
      />
      {open === "redirect" && <RedirectDialog onClose={close} />}
      {open === "table" && <TableDialog onClose={close} />}
    </Page>
  );
}
