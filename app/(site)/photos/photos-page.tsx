import { getTranslations } from "../../../lib/doors/words";
import { JsonScript } from "../../../components/site/json-script";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { PhotoWall } from "../../../components/site/photo-wall";
import { listingData } from "../../../components/site/structured-data";
import { readAsVisitor } from "../../../lib/doors/page";
import { listPublicPhotos } from "../../../lib/features/photos/queries";
import { coversAt, socialImage } from "../covers";
import { pageFacts } from "../page-facts";
import { sitePage } from "../site-page";

/** The photos with the data of their thumbnails. */
async function photosWithCovers() {
  const photos = await readAsVisitor(listPublicPhotos, {});
  const covers = await coversAt(photos.map(({ thumbnail, url }) => thumbnail || url));
  return photos.map((photo, index) => ({ ...photo, cover: covers[index] ?? null }));
}

export const { GET } = sitePage(async (_asked, site) => {
  const [photos, t, home] = await Promise.all([
    photosWithCovers(),
    getTranslations("photos"),
    getTranslations("missing"),
  ]);
  const image = await socialImage(photos[0]?.url);
  const described = { title: t("title"), description: t("about", { site: site.title }), path: "/photos", image };
  const body = (
    <>
      <SmallMasthead site={site} current="/photos" />
      <main id="main">
        <ListHeading title={t("title")} />
        {photos.length > 0 ? (
          <PhotoWall photos={photos} />
        ) : (
          <Notice title={t("emptyTitle")} text={t("emptyText")} action={{ href: "/", label: home("action") }} />
        )}
      </main>
      <JsonScript
        type="application/ld+json"
        data={listingData(site, { type: "ImageGallery", name: described.title, ...described })}
      />
    </>
  );
  return { facts: pageFacts({ site, ...described }), body };
});
