import { type NextRequest, NextResponse } from "next/server";
import { read } from "../../../../lib/doors/page";
import { findTargets } from "../../../../lib/features/menus/targets";

/** Pages of this site that a menu entry or a link may lead to, for what is being typed. */
export async function GET(request: NextRequest): Promise<NextResponse> {
  return NextResponse.json(
    await read(findTargets, { keyword: request.nextUrl.searchParams.get("keyword")?.slice(0, 100) ?? "" }),
  );
}
