import { type NextRequest, NextResponse } from "next/server";
import { read } from "../../../lib/doors/page";
import { findPosts } from "../../../lib/features/writing/posts/selection";

/** The command palette's posts: a few with a word in their title or text. */
export async function GET(request: NextRequest): Promise<NextResponse> {
  return NextResponse.json(
    await read(findPosts, { keyword: request.nextUrl.searchParams.get("keyword")?.slice(0, 100) ?? "" }),
  );
}
