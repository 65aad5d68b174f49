import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { pageNumber } from "../../../../../../lib/text/address-parts";
import { findPlace } from "../../../../../../lib/doors/page";
import { places } from "../../../../../../lib/features/site/places";
import { TagPage, tagMetadata } from "../../tag-page";

type Props = { params: Promise<{ slug: string; n: string }> };

async function furtherPage({ params }: Props) {
  const { slug, n } = await params;
  const page = pageNumber(n);
  if (page === 0) notFound();
  const found = await findPlace(places["/tags/[slug]/page/[n]"], params);
  if (page === 1) permanentRedirect(found.url);
  return { slug, page };
}

export const generateMetadata = async (props: Props): Promise<Metadata> => tagMetadata(await furtherPage(props));

export default async function FurtherTagPage(props: Props) {
  return <TagPage {...await furtherPage(props)} />;
}
