import { notFound } from "next/navigation";
import { JsonScript } from "../../../components/site/json-script";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { Pager, pagesOf } from "../../../components/site/pager";
import { PhotoWall } from "../../../components/site/photo-wall";
import { listingData } from "../../../components/site/structured-data";
import { readAsVisitor } from "../../../lib/doors/page";
import { getTranslations } from "../../../lib/doors/words";
import { listPhotoWall, PHOTOS_ON_A_PAGE } from "../../../lib/features/photos/queries";
import { coversAt, socialImage } from "../covers";
import type { ShownSite } from "../logos";
import { pageFacts } from "../page-facts";
import type { SitePage } from "../site-page";

/** A page of the photos, each with the data of its thumbnail. */
export async function photoPage(site: ShownSite, page: number): Promise<SitePage> {
  const { items, total, counts } = await readAsVisitor(listPhotoWall, { page });
  if (page > 1 && items.length === 0) notFound();
  const pages = pagesOf(total, PHOTOS_ON_A_PAGE);
  const [covers, image, t, home, pager] = await Promise.all([
    coversAt(items.map(({ thumbnail, url }) => thumbnail || url)),
    socialImage(items[0]?.url),
    getTranslations("photos"),
    getTranslations("missing"),
    getTranslations("pager"),
  ]);
  const photos = items.map((photo, index) => ({ ...photo, cover: covers[index] ?? null }));
  const title = page === 1 ? t("title") : pager("titled", { title: t("title"), page });
  const described = { title, description: t("about", { site: site.title }), path: "/photos", image };
  const body = (
    <>
      <SmallMasthead site={site} current="/photos" />
      <main id="main">
        <ListHeading title={t("title")} />
        {photos.length > 0 ? (
          <PhotoWall photos={photos} counts={counts} isWhole={pages === 1} />
        ) : (
          <Notice title={t("emptyTitle")} text={t("emptyText")} action={{ href: "/", label: home("action") }} />
        )}
        <Pager base="/photos" page={page} pages={pages} ways={["previous", "next"]} />
      </main>
      <JsonScript
        type="application/ld+json"
        data={listingData(site, { type: "ImageGallery", name: described.title, ...described })}
      />
    </>
  );
  return { facts: pageFacts({ site, ...described, paging: { page, pages } }), body };
}
