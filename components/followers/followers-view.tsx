"use client";
import { Copy, Download, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { deleteFollowersAction } from "../../app/admin/followers/actions";
import type { FollowerCounts, FollowerFilters } from "../../lib/features/followers/schema";
import { Page } from "../admin/page";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { RowName } from "../resource/row-title";
import { atOnce } from "../resource/sending";
import { StateDot } from "../ui/badge";
import { Button } from "../ui/button";
import { Link, linkLook } from "../ui/link";
import { When } from "../ui/when";
import { followerList, type ListedFollower } from "./list";

type Cell = { row: ListedFollower };

const FollowerName = ({ row }: Cell) => (
  <RowName>
    <bdi className="break-all">{row.email}</bdi>
  </RowName>
);
const dots = { FOLLOWING: "good", WAITING: "due", BOUNCED: "wrong" } as const;
function FollowerState({ row: { status } }: Cell) {
  const t = useTranslations("followers.state");
  return <StateDot dot={dots[status]}>{t(status)}</StateDot>;
}
function FollowerRhythm({ row: { rhythm } }: Cell) {
  return useTranslations("followers.rhythms")(rhythm);
}
function FollowerBounces({ row: { bounces, lastBounceTime } }: Cell) {
  const t = useTranslations("followers");
  return (
    <span className={bounces === 0 ? "text-soft" : undefined}>
      {t("bounces", { count: bounces })}
      {bounces > 0 && lastBounceTime && (
        <>
          , <When at={lastBounceTime} />
        </>
      )}
    </span>
  );
}
const FollowerSince = ({ row }: Cell) => <When at={row.createTime} />;

const followers: Resource<ListedFollower, FollowerFilters> = {
  place: followerList,
  words: "followers",
  nameOf: ({ email }) => email,
  columns: [
    { name: "email", cell: FollowerName, sort: ["email", "asc"] },
    { name: "state", cell: FollowerState, card: "beside" },
    { name: "rhythm", cell: FollowerRhythm, card: "beside" },
    { name: "bounces", cell: FollowerBounces, sort: ["bounces", "desc"], from: "lg", card: "none" },
    { name: "since", cell: FollowerSince, sort: ["createTime", "desc"], from: "lg", card: "none" },
  ],
  actions: [
    { name: "copy", icon: Copy, key: "c", copies: ({ email }) => email },
    {
      name: "delete",
      icon: Trash2,
      bulk: () => true,
      grave: true,
      asks: true,
      send: atOnce((ids) => deleteFollowersAction({ ids })),
      done: "deleted",
    },
  ],
};

/** Those who follow the site by mail, how many there are, and who could not be reached. */
export function FollowersView({
  following: { on, ...counts },
  ...list
}: Listed<ListedFollower, FollowerFilters> & { following: FollowerCounts }) {
  const t = useTranslations("followers");
  return (
    <Page title={t("title")}>
      {!on && (
        <p className="mb-3.5 max-w-prose">
          {t("off")}{" "}
          <Link href="/admin/settings/mail" className={linkLook}>
            {t("toSettings")}
          </Link>
        </p>
      )}
      <p className="mb-3.5 max-w-prose text-soft">{t("about", { each: counts.each, weekly: counts.weekly })}</p>
      <ResourceList
        resource={followers}
        {...list}
        counts={counts}
        tools={
          counts.all > 0 && (
            <Button asChild>
              <a href={`${followerList.path}/table`} download>
                <Download aria-hidden />
                {t("save")}
              </a>
            </Button>
          )
        }
      />
    </Page>
  );
}
