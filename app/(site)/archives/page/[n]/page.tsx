import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { pageNumber } from "../../../../../lib/doors/address-parts";
import { archiveMetadata, ArchivePage } from "../../archive-page";

type Props = { params: Promise<{ n: string }> };

async function furtherPage({ params }: Props) {
  const page = pageNumber((await params).n);
  if (page === 0) notFound();
  if (page === 1) permanentRedirect("/archives");
  return { page };
}

export const generateMetadata = async (props: Props): Promise<Metadata> => archiveMetadata(await furtherPage(props));

export default async function FurtherArchivePage(props: Props) {
  return <ArchivePage {...await furtherPage(props)} />;
}
