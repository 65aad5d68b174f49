import { type NextRequest, NextResponse } from "next/server";
import { ownLocale, read } from "../../../lib/doors/page";
import { findAnything } from "../../../lib/features/finding/queries";

/** What the command palette finds for what is being typed. */
export async function GET(request: NextRequest): Promise<NextResponse> {
  const keyword = request.nextUrl.searchParams.get("keyword")?.slice(0, 100) ?? "";
  return NextResponse.json(await read(findAnything, { keyword, locale: await ownLocale() }));
}
