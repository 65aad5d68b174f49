import type { Metadata } from "next";
import { decodePart } from "../../../../lib/text/address-parts";
import { findPlace } from "../../../../lib/doors/page";
import { places } from "../../../../lib/features/site/places";
import { postAt, postMetadata, PostPage } from "../../post-page";

type Props = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

async function postOf({ params }: Props) {
  const { slug } = await params;
  return postAt(
    await findPlace(places["/archives/[slug]"], params),
    `/archives/${encodeURIComponent(decodePart(slug))}`,
  );
}

export const generateMetadata = async (props: Props): Promise<Metadata> => postMetadata(await postOf(props));

export default async function ArchivedPostPage(props: Props) {
  return <PostPage post={await postOf(props)} searchParams={props.searchParams} />;
}
