"use client";
import { FolderTree, Tags } from "lucide-react";
import {
  deletePostsAction,
  getPostViewsAction,
  setPostsStatusAction,
  setPostStatusesAction,
} from "../../app/admin/posts/actions";
import type { PostFilters } from "../../lib/features/writing/posts/schema";
import { KeptNote } from "../editor/kept-note";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { atOnce } from "../resource/sending";
import { Badge } from "../ui/badge";
import { TextDate, TextState, TextTitle, TextViews } from "../writing/cells";
import { textActions } from "../writing/text-actions";
import { type ListedPost, postList } from "./list";
import { CategoryDialog, TagDialog } from "./filing-dialog";

const PostTags = ({ row: { tags } }: { row: ListedPost }) => (
  <span className="flex max-w-56 flex-wrap gap-1">
    {tags.slice(0, 3).map((tag) => (
      <Badge key={tag.id} color={tag.color}>
        {tag.name}
      </Badge>
    ))}
    {tags.length > 3 && <Badge>{`+${tags.length - 3}`}</Badge>}
  </span>
);

const posts: Resource<ListedPost, PostFilters> = {
  place: postList,
  words: "posts",
  nameOf: ({ title }) => title,
  columns: [
    { name: "title", cell: TextTitle, sort: ["title", "asc"] },
    { name: "state", cell: TextState, card: "beside" },
    { name: "tags", cell: PostTags, from: "lg", card: "none" },
    { name: "views", cell: TextViews, sort: ["visits", "desc"], align: "right", card: "none" },
    { name: "date", cell: TextDate, sort: ["createTime", "desc"], card: "beside" },
  ],
  actions: [
    ...textActions<ListedPost, PostFilters>({
      place: postList,
      statusOf: (status) =>
        atOnce(
          (items) => setPostsStatusAction({ items, status }),
          ({ before }) => setPostStatusesAction({ items: before }),
        ),
      remove: (items) => deletePostsAction({ items }),
      views: (postId, days) => getPostViewsAction({ postId, days }),
    }),
    {
      name: "categorize",
      icon: FolderTree,
      rows: false,
      bulk: ({ filters }) => filters.state !== "bin",
      dialog: CategoryDialog,
    },
    { name: "tag", icon: Tags, rows: false, bulk: ({ filters }) => filters.state !== "bin", dialog: TagDialog },
  ],
  begin: { href: "/admin/posts/new", states: ["all", "drafts"] },
};

/** The list of posts: search, browse, and change many at once. */
export const PostsView = (page: Listed<ListedPost, PostFilters>) => (
  <>
    <KeptNote />
    <ResourceList resource={posts} {...page} />
  </>
);
