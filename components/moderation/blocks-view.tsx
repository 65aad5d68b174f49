"use client";
import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createBlockAction, deleteBlockAction } from "../../app/admin/comments/actions";
import type { BlockFilters } from "../../lib/features/comments/blocks/schema";
import { Page, PageAction } from "../admin/page";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { oneByOne } from "../resource/sending";
import { useSending } from "../resource/use-sending";
import { late } from "../ui/late";
import { Link, linkLook } from "../ui/link";
import { When } from "../ui/when";
import { blockList, type ListedBlock } from "./list";

const BlockDialog = late(async () => (await import("./block-dialog")).BlockDialog);

type Cell = { row: ListedBlock };

function BlockValue({ row: { value, kind, reason } }: Cell) {
  const t = useTranslations("blocks");
  return (
    <>
      <span className="font-[560] [overflow-wrap:anywhere]">{value}</span>
      <span className="block text-[0.8rem] text-soft [overflow-wrap:anywhere]">
        {[t(`kinds.${kind}`), reason].filter(Boolean).join(" · ")}
      </span>
    </>
  );
}
const BlockedBy = ({ row }: Cell) => <span className="text-soft">{row.blockedBy ?? "–"}</span>;
const BlockDate = ({ row }: Cell) => <When at={row.createTime} />;

/** Lifting a block is undone by making it again. */
const blocksOf = (rows: readonly ListedBlock[]): Resource<ListedBlock, BlockFilters> => ({
  place: blockList,
  words: "blocks",
  nameOf: ({ value }) => value,
  columns: [
    { name: "value", cell: BlockValue, sort: ["value", "asc"] },
    { name: "by", cell: BlockedBy, from: "lg", card: "none" },
    { name: "date", cell: BlockDate, sort: ["createTime", "desc"], card: "beside" },
  ],
  actions: [
    {
      name: "lift",
      icon: Undo2,
      key: "d",
      bulk: () => true,
      send: oneByOne(
        (blockId) => deleteBlockAction({ blockId }),
        (blockId) => {
          const { value = "", reason = "" } = rows.find(({ id }) => id === blockId) ?? {};
          return createBlockAction({ value, reason });
        },
      ),
      done: "lifted",
    },
  ],
});

/** Whose comments are refused. */
export function BlocksView(page: Listed<ListedBlock, BlockFilters>) {
  const t = useTranslations("blocks");
  const [isNew, setNew] = useState(false);
  const { send } = useSending("blocks");
  return (
    <Page
      title={t("title")}
      action={<PageAction label={t("new")} onClick={() => setNew(true)} {...BlockDialog.opener} />}
    >
      <p className="mb-3.5 text-soft">
        <Link href="/admin/comments" className={linkLook}>
          {t("toComments")}
        </Link>
      </p>
      <ResourceList resource={blocksOf(page.rows)} {...page} />
      {isNew && <BlockDialog onClose={() => setNew(false)} run={(ask, done) => send([], ask, done)} />}
    </Page>
  );
}
