import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Page } from "../../../components/admin/page";
import { addressOf } from "../../../components/posts/list-address";
import { filtersOf, viewFrom } from "../../../components/posts/list-request";
import { PostsView } from "../../../components/posts/posts-view";
import { listCategories } from "../../../lib/features/taxonomy/categories/queries";
import { read } from "../../../lib/doors/page";
import { listPosts } from "../../../lib/features/writing/posts/queries";
import { countPosts, listPostAuthors } from "../../../lib/features/writing/posts/selection";
import { listTags } from "../../../lib/features/taxonomy/tags/queries";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("posts"))("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function PostsPage({ searchParams }: Props) {
  const view = viewFrom(await searchParams);
  const [t, { items, total }, counts, categories, tags, authors] = await Promise.all([
    getTranslations("posts"),
    read(listPosts, filtersOf(view)),
    read(countPosts, {}),
    read(listCategories, {}),
    read(listTags, {}),
    read(listPostAuthors, {}),
  ]);
  // The last post of the last page is gone; the page before has the rest.
  const last = Math.max(1, Math.ceil(total / view.size));
  if (view.page > last) redirect(addressOf(view, { page: last }));
  return (
    <Page title={t("title")}>
      <PostsView
        view={view}
        total={total}
        counts={counts}
        posts={items.map(
          ({
            id,
            title,
            url,
            status,
            createTime,
            updateTime,
            topPriority,
            inProgress,
            locked,
            visits,
            author,
            categories: inCategories,
            tags: withTags,
            version,
          }) => ({
            id,
            title,
            url,
            status,
            createTime,
            updateTime,
            isPinned: topPriority > 0,
            inProgress,
            locked,
            visits,
            version,
            author: authors.length > 1 ? (author?.nickname ?? null) : null,
            categories: inCategories.map((category) => category.name),
            tags: withTags.map((tag) => ({ id: tag.id, name: tag.name, color: tag.color })),
          }),
        )}
        categories={categories.map(({ id, name, fullPath }) => ({ id, name, depth: fullPath.split("/").length - 1 }))}
        tags={tags.map(({ id, name, color }) => ({ id, name, color }))}
        authors={authors.map(({ id, nickname }) => ({ id, name: nickname }))}
      />
    </Page>
  );
}
