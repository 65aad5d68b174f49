import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PhotosView } from "../../../components/photos/photos-view";
import { read } from "../../../lib/doors/page";
import { listPhotos } from "../../../lib/features/photos/queries";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("photoWall"))("title") };
}

export default async function PhotosPage() {
  return <PhotosView photos={await read(listPhotos, {})} />;
}
