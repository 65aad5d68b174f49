import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "../../../../lib/doors/words";
import { StoryList } from "../../../../components/site/front";
import { JsonScript } from "../../../../components/site/json-script";
import { SmallMasthead } from "../../../../components/site/masthead";
import { Notice } from "../../../../components/site/notice";
import { Pager, pagesOf } from "../../../../components/site/pager";
import { TagHeading } from "../../../../components/site/tag-list";
import { listingData } from "../../../../components/site/structured-data";
import { readAsVisitor, findPlace } from "../../../../lib/doors/page";
import { places } from "../../../../lib/features/site/places";
import { getSite } from "../../../../lib/features/site/queries";
import { listPublicPosts } from "../../../../lib/features/writing/posts/queries";
import { socialImage, withCovers } from "../../covers";
import { pageMetadata } from "../../page-metadata";

/** The slug as it is in the address. */
type Props = { slug: string; page: number };

async function tagAt({ slug, page }: Props) {
  const [site, tag] = await Promise.all([
    readAsVisitor(getSite, {}),
    findPlace(places["/tags/[slug]"], Promise.resolve({ slug })),
  ]);
  const { items, total } = await readAsVisitor(listPublicPosts, { tag: tag.slug, page, size: site.postsPerPage });
  if (page > 1 && items.length === 0) notFound();
  return { site, tag, items, total, pages: pagesOf(total, site.postsPerPage) };
}

export async function tagMetadata({ slug, page }: Props): Promise<Metadata> {
  const [{ site, tag, pages }, t, words] = await Promise.all([
    tagAt({ slug, page }),
    getTranslations("pager"),
    getTranslations("tags"),
  ]);
  const title = page === 1 ? tag.name : t("titled", { title: tag.name, page });
  return pageMetadata({
    site,
    path: tag.url,
    title,
    description: words("of", { name: tag.name }),
    image: await socialImage(tag.thumbnail),
    paging: { page, pages },
  });
}

/** A page of the stories with a tag. */
export async function TagPage({ slug, page }: Props) {
  const [{ site, tag, items, total, pages }, t] = await Promise.all([tagAt({ slug, page }), getTranslations("tags")]);
  return (
    <>
      <SmallMasthead site={site} current="/tags" />
      <main id="main">
        <TagHeading tag={tag} stories={total} />
        <StoryList stories={await withCovers(items)} />
        {items.length === 0 && <Notice title={t("noStories")} action={{ href: "/tags", label: t("allAction") }} />}
        <Pager base={tag.url} page={page} pages={pages} />
      </main>
      <JsonScript
        type="application/ld+json"
        data={listingData(site, {
          name: tag.name,
          description: t("of", { name: tag.name }),
          path: tag.url,
          image: await socialImage(tag.thumbnail),
        })}
      />
    </>
  );
}
