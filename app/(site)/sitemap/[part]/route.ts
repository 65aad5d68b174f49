import { notFound } from "next/navigation";
import { siteMapPart } from "../../site-map";

export const dynamic = "force-dynamic";

export async function GET(_request: Request, { params }: { params: Promise<{ part: string }> }) {
  const number = /^([1-9]\d{0,4})\.xml$/.exec((await params).part)?.[1];
  const part = number === undefined ? null : await siteMapPart(Number(number));
  return part ?? notFound();
}
