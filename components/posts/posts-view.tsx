"use client";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import type { StateCounts } from "../../lib/features/writing/schema";
import { KeptNote } from "../editor/kept-note";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { Link } from "../ui/link";
import { LinkTabs } from "../ui/tabs";
import { BulkBar } from "./bulk-bar";
import { addressOf, isNarrowed, type ListView } from "./list-address";
import type { ListedPost, TagChoice } from "../editor/listed-post";
import { Pager } from "./pager";
import { PostFilters } from "./post-filters";
import { PostTable } from "./post-table";
import { useListKeys } from "./use-list-keys";
import { useSelection } from "./use-selection";

type Choice = { id: number; name: string };
type Props = {
  view: ListView;
  total: number;
  counts: StateCounts;
  posts: ListedPost[];
  categories: (Choice & { depth: number })[];
  tags: TagChoice[];
  authors: Choice[];
};

/** The list of posts: search, browse, and change many at once. */
export function PostsView({ view, total, counts, posts, categories, tags, authors }: Props) {
  const t = useTranslations("posts");
  const list = useRef<HTMLDivElement>(null);
  const selection = useSelection(
    view,
    posts.map((post) => post.id),
  );
  useListKeys(list, selection.toggle);
  const tabs = (["all", "published", "drafts", "scheduled", "private", "bin"] as const).map((state) => ({
    href: addressOf(view, { state }),
    label: t(`states.${state}`),
    count: counts[state],
    current: view.state === state,
  }));
  return (
    <>
      <KeptNote />
      <LinkTabs label={t("states.label")} items={tabs} />
      <PostFilters view={view} categories={categories} tags={tags} authors={authors} />
      {posts.length === 0 ? (
        <NothingHere view={view} />
      ) : (
        <div ref={list}>
          <PostTable view={view} posts={posts} selection={selection} total={total} />
          <Pager view={view} total={total} />
        </div>
      )}
      {selection.ids.length > 0 && <BulkBar view={view} selection={selection} tags={tags} />}
    </>
  );
}

function NothingHere({ view }: { view: ListView }) {
  const t = useTranslations("posts");
  if (isNarrowed(view))
    return (
      <Empty
        text={t("empty.narrowed")}
        action={
          <Button asChild>
            <Link href={addressOf(view, { keyword: "", category: undefined, tag: undefined, author: undefined })}>
              {t("empty.widen")}
            </Link>
          </Button>
        }
      />
    );
  const isAboutWriting = view.state === "all" || view.state === "drafts";
  return (
    <Empty
      text={t(`empty.${view.state}`)}
      action={
        <Button asChild>
          <Link href={isAboutWriting ? "/admin/posts/new" : "/admin/posts"}>
            {isAboutWriting ? t("empty.write") : t("empty.toAll")}
          </Link>
        </Button>
      }
    />
  );
}
