"use client";
import { ArrowDown, ArrowUp, Copy, ExternalLink, FolderInput, HeartPulse, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import {
  checkLinksAction,
  deleteLinksAction,
  moveLinkAction,
  placeLinksAction,
  setLinkTeamAction,
} from "../../app/admin/links/actions";
import type { LinkPlace } from "../../lib/features/links/schema";
import { Page, PageAction } from "../admin/page";
import { putBack } from "../admin/put-back";
import { isNarrowed } from "../resource/list-place";
import type { Action, Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { atOnce } from "../resource/sending";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { late } from "../ui/late";
import { useAction } from "../ui/use-action";
import { LinkAdded, LinkHealth, LinkName, LinkTeam } from "./cells";
import { useChecking } from "./use-checking";
import { type LinkFilters, type ListedLink, linkList } from "./list";

const LinkDialog = late(async () => (await import("./link-dialog")).LinkDialog);
const EditDialog = late(async () => (await import("./link-dialog")).EditDialog);
const placeBack = ({ before }: { before: LinkPlace[] }) =>
  before.length > 0 ? placeLinksAction({ items: before }) : Promise.resolve({ ok: true as const, data: undefined });

const TeamDialog = late(async () =>
  (await import("../media/team-dialog")).teamDialogOf<ListedLink>("links", (team) =>
    atOnce((ids) => setLinkTeamAction({ ids, team }), placeBack),
  ),
);

const stepping = (name: "up" | "down", icon: typeof ArrowUp): Action<ListedLink, LinkFilters> => ({
  name,
  icon,
  send: atOnce(([id = 0]) => moveLinkAction({ id, step: name }), placeBack),
  done: "moved",
});

/** `check` asks the addresses of these links. */
const linksOf = (check: (ids: number[]) => ReturnType<typeof checkLinksAction>): Resource<ListedLink, LinkFilters> => ({
  place: linkList,
  words: "links",
  nameOf: ({ name }) => name,
  columns: [
    { name: "name", cell: LinkName, sort: ["name", "asc"] },
    { name: "team", cell: LinkTeam, sort: ["team", "asc"], from: "lg", card: "none" },
    { name: "health", cell: LinkHealth, sort: ["checkTime", "desc"], card: "beside" },
    { name: "added", cell: LinkAdded, sort: ["createTime", "desc"], from: "lg", card: "none" },
  ],
  groupOf: ({ team }, { sort }) => (sort.startsWith("team,") ? team : null),
  order: {
    by: linkList.sort,
    hint: "orderHint",
    send: ({ id, team, priority }, { target, where }) =>
      atOnce(
        () =>
          moveLinkAction({
            id,
            beside: target,
            side: where === "before" ? "before" : "after",
            from: { team, priority },
          }),
        placeBack,
      )([id]),
  },
  actions: [
    { name: "visit", icon: ExternalLink, leavesFor: ({ url }) => url },
    { name: "copy", icon: Copy, key: "c", copies: ({ url }) => url },
    { name: "edit", icon: Pencil, dialog: EditDialog },
    stepping("up", ArrowUp),
    stepping("down", ArrowDown),
    { name: "team", icon: FolderInput, key: "t", bulk: () => true, dialog: TeamDialog },
    {
      name: "check",
      icon: HeartPulse,
      bulk: () => true,
      send: atOnce(check),
      done: "checked",
    },
    {
      name: "delete",
      icon: Trash2,
      bulk: () => true,
      grave: true,
      send: atOnce(
        (ids) => deleteLinksAction({ ids }),
        (_answer, ids) => putBack("link", ids),
      ),
      done: "deleted",
    },
  ],
});

type Props = Listed<ListedLink, LinkFilters> & { teams: string[] };

/** The links to other sites, by team. */
export function LinksView({ teams, ...list }: Props) {
  const t = useTranslations("links");
  const [isMaking, setMaking] = useState(false);
  const { run, isBusy } = useAction();
  const isEmpty = list.total === 0 && !isNarrowed(linkList, list.view) && !list.view.filters.health;
  const begin = () => setMaking(true);
  const expectResults = useChecking(list.rows);
  const check = async (ids?: number[]) => {
    const answer = await checkLinksAction(ids ? { ids } : {});
    if (answer.ok) expectResults(ids);
    return answer;
  };
  const team = teams.map((name) => ({ id: name, name }));
  return (
    <Page
      title={t("title")}
      action={isEmpty ? undefined : <PageAction label={t("new")} onClick={begin} {...LinkDialog.opener} />}
    >
      {isEmpty ? (
        <Empty
          text={t("empty.all")}
          action={
            <Button look="strong" onClick={begin} {...LinkDialog.opener}>
              {t("new")}
            </Button>
          }
        />
      ) : (
        <ResourceList
          resource={linksOf(check)}
          {...list}
          choices={teams.length > 0 ? { team } : {}}
          tools={
            <Button disabled={isBusy} onClick={() => run(() => check(), t("checkedAll"))}>
              <HeartPulse aria-hidden />
              {t("check")}
            </Button>
          }
        />
      )}
      {isMaking && <LinkDialog teams={teams} onClose={() => setMaking(false)} />}
    </Page>
  );
}
