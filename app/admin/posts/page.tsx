import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Page } from "../../../components/admin/page";
import { postList, shownOfPosts } from "../../../components/posts/list";
import { PostsView } from "../../../components/posts/posts-view";
import { findCategories } from "../../../lib/features/taxonomy/categories/finding";
import { read } from "../../../lib/doors/page";
import { listPosts } from "../../../lib/features/writing/posts/queries";
import { countPosts, listPostAuthors } from "../../../lib/features/writing/posts/selection";
import { findTags } from "../../../lib/features/taxonomy/tags/finding";
import { type ListPageProps, readList } from "../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("posts"))("title") };
}

export default async function PostsPage({ searchParams }: ListPageProps) {
  const [t, list, counts, authors] = await Promise.all([
    getTranslations("posts"),
    readList(postList, listPosts, searchParams, shownOfPosts),
    read(countPosts, {}),
    read(listPostAuthors, {}),
  ]);
  const { category, tag } = list.view.filters;
  return (
    <Page title={t("title")}>
      <PostsView
        {...list}
        counts={counts}
        choices={{
          category: category === undefined ? [] : await read(findCategories, { ids: [category] }),
          tag: tag === undefined ? [] : await read(findTags, { ids: [tag] }),
          ...(authors.length > 1 && { author: authors.map(({ id, nickname }) => ({ id, name: nickname })) }),
        }}
      />
    </Page>
  );
}
