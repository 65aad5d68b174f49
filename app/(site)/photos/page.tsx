import type { Metadata } from "next";
import { getTranslations } from "../../../lib/doors/words";
import { JsonScript } from "../../../components/site/json-script";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { PhotoWall } from "../../../components/site/photo-wall";
import { listingData } from "../../../components/site/structured-data";
import { readAsVisitor } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";
import { listPublicPhotos } from "../../../lib/features/photos/queries";
import { coversAt, socialImage } from "../covers";
import { pageMetadata } from "../page-metadata";

export async function generateMetadata(): Promise<Metadata> {
  const [site, t, [first]] = await Promise.all([
    readAsVisitor(getSite, {}),
    getTranslations("photos"),
    readAsVisitor(listPublicPhotos, {}),
  ]);
  return pageMetadata({
    site,
    path: "/photos",
    title: t("title"),
    description: t("about", { site: site.title }),
    image: await socialImage(first?.url),
  });
}

/** The photos with the data of their thumbnails. */
async function photosWithCovers() {
  const photos = await readAsVisitor(listPublicPhotos, {});
  const covers = await coversAt(photos.map(({ thumbnail, url }) => thumbnail || url));
  return photos.map((photo, index) => ({ ...photo, cover: covers[index] ?? null }));
}

export default async function PhotosPage() {
  const [site, photos, t, home] = await Promise.all([
    readAsVisitor(getSite, {}),
    photosWithCovers(),
    getTranslations("photos"),
    getTranslations("missing"),
  ]);
  return (
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
        data={listingData(site, {
          type: "ImageGallery",
          name: t("title"),
          description: t("about", { site: site.title }),
          path: "/photos",
          image: await socialImage(photos[0]?.url),
        })}
      />
    </>
  );
}
