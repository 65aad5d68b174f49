import type { Metadata } from "next";
import { TagPage, tagMetadata } from "./tag-page";

type Props = { params: Promise<{ slug: string }> };

const firstPage = async ({ params }: Props) => ({ slug: (await params).slug, page: 1 });

export const generateMetadata = async (props: Props): Promise<Metadata> => tagMetadata(await firstPage(props));

export default async function FirstTagPage(props: Props) {
  return <TagPage {...await firstPage(props)} />;
}
