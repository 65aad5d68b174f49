"use client";
import { GitMerge, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { deleteTagsAction } from "../../app/admin/tags/actions";
import { useDesk } from "../admin/desk";
import { Page, PageAction } from "../admin/page";
import { putBack } from "../admin/put-back";
import { isNarrowed } from "../resource/list-place";
import type { ActionDialog, Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { atOnce } from "../resource/sending";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { late } from "../ui/late";
import { TagAdded, TagName, TagPosts, TagSlug } from "./tag-cells";
import { type ListedTag, type TagFilters, tagList } from "./tag-list";

const TagDialog = late(async () => (await import("./tag-dialog")).TagDialog);
const MergeDialog = late(async () => (await import("./merge-dialog")).MergeDialog);

const EditDialog: ActionDialog<ListedTag> = ({ row, onClose }) =>
  row ? <TagDialog tag={row} onClose={onClose} /> : null;
const can = "manage taxonomy";

const tags: Resource<ListedTag, TagFilters> = {
  place: tagList,
  words: "taxonomy.tags",
  nameOf: ({ name }) => name,
  columns: [
    { name: "name", cell: TagName, sort: ["name", "asc"] },
    { name: "slug", cell: TagSlug, card: "beside" },
    { name: "count", cell: TagPosts, align: "right", card: "beside" },
    { name: "added", cell: TagAdded, sort: ["createTime", "desc"], from: "lg", card: "none" },
  ],
  actions: [
    { name: "edit", icon: Pencil, key: "e", can, dialog: EditDialog },
    { name: "merge", icon: GitMerge, can, dialog: MergeDialog },
    {
      name: "delete",
      icon: Trash2,
      can,
      bulk: () => true,
      grave: true,
      send: atOnce(
        (ids) => deleteTagsAction({ ids }),
        (_answer, ids) => putBack("tag", ids),
      ),
      done: "deleted",
    },
  ],
};

type Props = Listed<ListedTag, TagFilters> & { beginsNew: boolean };

/** The tags: names, colours, numbers of posts. */
export function TagsView({ beginsNew, ...list }: Props) {
  const t = useTranslations("taxonomy.tags");
  const mayManage = useDesk().may(can);
  const [isMaking, setMaking] = useState(beginsNew && mayManage);
  const begin = () => setMaking(true);
  const isEmpty = list.total === 0 && !isNarrowed(tagList, list.view);
  return (
    <Page
      title={t("title")}
      action={mayManage && !isEmpty ? <PageAction label={t("new")} onClick={begin} {...TagDialog.opener} /> : undefined}
    >
      {isEmpty ? (
        <Empty
          text={t("empty.all")}
          action={
            mayManage && (
              <Button look="strong" onClick={begin} {...TagDialog.opener}>
                {t("new")}
              </Button>
            )
          }
        />
      ) : (
        <ResourceList resource={tags} {...list} />
      )}
      {isMaking && <TagDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}
