import { siteMapPart } from "../../site-map";

export const dynamic = "force-dynamic";

export const GET = async (_request: Request, { params }: { params: Promise<{ part: string }> }) =>
  siteMapPart(await params);
