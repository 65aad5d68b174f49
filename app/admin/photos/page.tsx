import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { photoPlace } from "../../../components/photos/list";
import { PhotosView } from "../../../components/photos/photos-view";
import { read } from "../../../lib/doors/page";
import { countPhotos, searchPhotos } from "../../../lib/features/photos/queries";
import { photo } from "../../../lib/features/photos/schema";
import { type ListPageProps, readList } from "../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("photoWall"))("title") };
}

export default async function PhotosPage({ searchParams }: ListPageProps) {
  const [list, counts] = await Promise.all([
    readList(photoPlace, searchPhotos, searchParams, photo.keyof().options),
    read(countPhotos, {}),
  ]);
  return <PhotosView {...list} counts={counts} />;
}
