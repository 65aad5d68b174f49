import { type NextRequest, NextResponse } from "next/server";
import { selectionOf, viewFrom } from "../../../../components/posts/list-request";
import { read } from "../../../../lib/doors/page";
import { listPostIds } from "../../../../lib/features/writing/posts/selection";

/** The ids for "select all": the posts of the list at this address, on all pages. */
export async function GET(request: NextRequest): Promise<NextResponse> {
  const view = viewFrom(Object.fromEntries(request.nextUrl.searchParams));
  return NextResponse.json(await read(listPostIds, selectionOf(view)));
}
