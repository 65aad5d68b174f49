import { type NextRequest, NextResponse } from "next/server";
import { selectionOf, viewFrom } from "../../../../components/posts/list-request";
import { read } from "../../../../lib/doors/page";
import { listPostIds } from "../../../../lib/features/writing/posts/selection";

/** The posts behind "select all": those of the list at this address, whatever the page. */
export async function GET(request: NextRequest): Promise<NextResponse> {
  const view = viewFrom(Object.fromEntries(request.nextUrl.searchParams));
  return NextResponse.json(await read(listPostIds, selectionOf(view)));
}
