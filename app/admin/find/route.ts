import { type NextRequest, NextResponse } from "next/server";
import { read } from "../../../lib/doors/page";
import { listPosts } from "../../../lib/posts/queries";

/** What the command palette finds: a few posts by a word in their title or text. */
export async function GET(request: NextRequest): Promise<NextResponse> {
  const keyword = request.nextUrl.searchParams.get("keyword")?.slice(0, 100) ?? "";
  const { items } = await read(listPosts, { keyword, state: "all", size: 8, sort: ["updateTime,desc"] });
  return NextResponse.json(items.map(({ id, title }) => ({ id, title })));
}
