import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { pageNumber } from "../../../../../lib/doors/address-parts";
import { JournalsPage, journalsMetadata } from "../../journals-page";

type Props = { params: Promise<{ n: string }> };

async function furtherPage({ params }: Props) {
  const page = pageNumber((await params).n);
  if (page === 0) notFound();
  if (page === 1) permanentRedirect("/journals");
  return { page };
}

export const generateMetadata = async (props: Props): Promise<Metadata> => journalsMetadata(await furtherPage(props));

export default async function FurtherJournalsPage(props: Props) {
  return <JournalsPage {...await furtherPage(props)} />;
}
