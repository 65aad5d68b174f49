"use client";
import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import type { OwnComment, OwnCommentFilters } from "../../lib/features/comments/queue/schema";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { type Dot, StateDot } from "../ui/badge";
import { Clipped } from "../ui/clipped";
import { When } from "../ui/when";
import { ownCommentPlace } from "./own-comments";

type Cell = { row: OwnComment };
const dots: Record<OwnComment["state"], Dot> = { waiting: "due", published: "good", removed: "quiet" };
/** Where readers find it; of one that waits, the text that it is on. */
const placeOf = ({ id, state, target }: OwnComment) =>
  `${target?.url ?? "/"}${state === "published" ? `?comment=${id}#comment-${id}` : ""}`;

function Content({ row: { content, target } }: Cell) {
  const t = useTranslations("ownComments");
  return (
    <>
      <p data-main tabIndex={-1} className="whitespace-pre-line">
        <Clipped lines={4}>{content}</Clipped>
      </p>
      <p className="mt-px text-[0.8rem] [overflow-wrap:anywhere] text-soft">
        {target ? t("on", { title: target.title }) : t("gone")}
      </p>
    </>
  );
}
function State({ row: { state } }: Cell) {
  const t = useTranslations("ownComments");
  return <StateDot dot={dots[state]}>{t(`state.${state}`)}</StateDot>;
}
const Written = ({ row: { createTime } }: Cell) => <When at={createTime} />;

const ownComments: Resource<OwnComment, OwnCommentFilters> = {
  place: ownCommentPlace,
  words: "ownComments",
  nameOf: ({ content }) => content.slice(0, 40),
  columns: [
    { name: "content", cell: Content },
    { name: "state", cell: State, card: "beside" },
    { name: "date", cell: Written, sort: ["createTime", "desc"], card: "beside" },
  ],
  actions: [{ name: "view", icon: ExternalLink, rows: ({ target }) => target !== null, leavesFor: placeOf }],
};

/** The comments that one wrote while signed in, and what became of them. */
export const OwnCommentsView = (page: Listed<OwnComment, OwnCommentFilters>) => (
  <ResourceList resource={ownComments} {...page} />
);
