import { type NextRequest, NextResponse } from "next/server";
import { read } from "../../../../lib/doors/page";
import { findTags } from "../../../../lib/features/taxonomy/tags/finding";

/** Tags for what is being typed, or those of some numbers. */
export async function GET({ nextUrl: { searchParams } }: NextRequest): Promise<NextResponse> {
  const ids = [...new Set(searchParams.getAll("id").map(Number))].filter((id) => Number.isInteger(id) && id > 0);
  const keyword = searchParams.get("keyword")?.slice(0, 100) ?? "";
  return NextResponse.json(await read(findTags, ids.length > 0 ? { ids: ids.slice(0, 100) } : { keyword }));
}
