import { type NextRequest, NextResponse } from "next/server";
import { read } from "../../../../lib/doors/page";
import { listAttachments, listAttachmentTeams } from "../../../../lib/features/attachments/queries";

/** Files in one piece of the picker. */
const AT_ONCE = 30;

/** The picker's files, the newest first, and the teams to choose from. */
export async function GET({ nextUrl: { searchParams } }: NextRequest): Promise<NextResponse> {
  const [keyword, mediaType, team] = ["keyword", "mediaType", "team"].map((name) => searchParams.get(name));
  const [found, teams] = await Promise.all([
    read(listAttachments, {
      page: Number(searchParams.get("page") ?? 1),
      size: AT_ONCE,
      ...(keyword && { keyword: keyword.slice(0, 100) }),
      ...(mediaType && { mediaType }),
      ...(team !== null && team !== undefined && { team }),
    }),
    read(listAttachmentTeams, {}),
  ]);
  return NextResponse.json({ ...found, teams });
}
