import type { Metadata } from "next";
import { decodePart } from "../../../../../../lib/text/address-parts";
import { findPlace } from "../../../../../../lib/doors/page";
import { places } from "../../../../../../lib/features/site/places";
import { postAt, postMetadata, PostPage } from "../../../../post-page";

type Props = {
  params: Promise<{ slug: string; month: string; post: string; last: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** A post below its year, month and day. Neighbouring folders must give a part of the path the same name. */
async function postOf({ params }: Props) {
  const { slug: year, month, post: day, last } = await params;
  return postAt(
    await findPlace(places["/[slug]/[month]/[post]/[last]"], params),
    `/${year}/${month}/${day}/${encodeURIComponent(decodePart(last))}`,
  );
}

export const generateMetadata = async (props: Props): Promise<Metadata> => postMetadata(await postOf(props));

export default async function DailyPostPage(props: Props) {
  return <PostPage post={await postOf(props)} searchParams={props.searchParams} />;
}
