import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { monthUrl } from "../../../../../../../components/site/archive";
import { pageNumber } from "../../../../../../../lib/doors/address-parts";
import { archiveMetadata, ArchivePage, monthAt } from "../../../../archive-page";

type Props = { params: Promise<{ slug: string; month: string; n: string }> };

async function furtherPage({ params }: Props) {
  const { slug, month, n } = await params;
  const [of, page] = [monthAt(slug, month), pageNumber(n)];
  if (page === 0) notFound();
  if (page === 1) permanentRedirect(monthUrl(of.year, of.month));
  return { page, of };
}

export const generateMetadata = async (props: Props): Promise<Metadata> => archiveMetadata(await furtherPage(props));

export default async function FurtherMonthPage(props: Props) {
  return <ArchivePage {...await furtherPage(props)} />;
}
