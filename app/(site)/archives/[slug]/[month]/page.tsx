import type { Metadata } from "next";
import { archiveMetadata, ArchivePage, monthAt } from "../../archive-page";

/** `slug` is the year: the folder above gives its part of the path one name. */
type Props = { params: Promise<{ slug: string; month: string }> };

async function firstPage({ params }: Props) {
  const { slug, month } = await params;
  return { page: 1, of: monthAt(slug, month) };
}

export const generateMetadata = async (props: Props): Promise<Metadata> => archiveMetadata(await firstPage(props));

export default async function MonthPage(props: Props) {
  return <ArchivePage {...await firstPage(props)} />;
}
