import { notFound } from "next/navigation";
import { getTranslations } from "../../../lib/doors/words";
import { JsonScript } from "../../../components/site/json-script";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { Pager, pagesOf } from "../../../components/site/pager";
import { PhotoWall } from "../../../components/site/photo-wall";
import { listingData } from "../../../components/site/structured-data";
import { readAsVisitor } from "../../../lib/doors/page";
import { searchPublicPhotos } from "../../../lib/features/photos/queries";
import { coversAt, socialImage } from "../covers";
import { pageFacts } from "../page-facts";
import type { ShownSite } from "../logos";
import type { SitePage } from "../site-page";

/** Photos on a page of the wall. */
const PAGE_SIZE = 100;

/** A page of the photos with the data of their thumbnails. */
async function photosWithCovers(page: number) {
  const { items, total } = await readAsVisitor(searchPublicPhotos, { page, size: PAGE_SIZE });
  const covers = await coversAt(items.map(({ thumbnail, url }) => thumbnail || url));
  return { photos: items.map((photo, index) => ({ ...photo, cover: covers[index] ?? null })), total };
}

/** A page of the wall of photos. */
export async function photosPage(site: ShownSite, page: number): Promise<SitePage> {
  const [{ photos, total }, t, home, pager] = await Promise.all([
    photosWithCovers(page),
    getTranslations("photos"),
    getTranslations("missing"),
    getTranslations("pager"),
  ]);
  if (page > 1 && photos.length === 0) notFound();
  const pages = pagesOf(total, PAGE_SIZE);
  const image = await socialImage(photos[0]?.url);
  const title = page === 1 ? t("title") : pager("titled", { title: t("title"), page });
  const described = { title, description: t("about", { site: site.title }), path: "/photos", image };
  const body = (
    <>
      <SmallMasthead site={site} current="/photos" />
      <main id="main">
        <ListHeading title={t("title")} meta={page > 1 && pager("page", { page, pages })} />
        {photos.length > 0 ? (
          <PhotoWall photos={photos} isWhole={pages === 1} />
        ) : (
          <Notice title={t("emptyTitle")} text={t("emptyText")} action={{ href: "/", label: home("action") }} />
        )}
        <Pager base="/photos" page={page} pages={pages} ways={["previous", "next"]} />
      </main>
      <JsonScript
        type="application/ld+json"
        data={listingData(site, { type: "ImageGallery", ...described, name: t("title") })}
      />
    </>
  );
  return { facts: pageFacts({ site, ...described, paging: { page, pages } }), body };
}
