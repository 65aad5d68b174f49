import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { PhotoWall } from "../../../components/site/photo-wall";
import { visit } from "../../../lib/doors/page";
import { getSite } from "../../../lib/options/queries";
import { listPublicPhotos } from "../../../lib/photos/queries";
import { pageMetadata } from "../page-metadata";

export async function generateMetadata(): Promise<Metadata> {
  const [site, t] = await Promise.all([visit(getSite, {}), getTranslations("photos")]);
  return pageMetadata({ site, path: "/photos", title: t("title") });
}

export default async function PhotosPage() {
  const [site, photos, t, home] = await Promise.all([visit(getSite, {}), visit(listPublicPhotos, {}), getTranslations("photos"), getTranslations("missing")]);
  return (
    <>
      <SmallMasthead site={site} />
      <main id="main">
        <ListHeading title={t("title")} />
        {photos.length > 0 ? <PhotoWall photos={photos} /> : <Notice title={t("emptyTitle")} text={t("emptyText")} action={{ href: "/", label: home("action") }} />}
      </main>
    </>
  );
}
