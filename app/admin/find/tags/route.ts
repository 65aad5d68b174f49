import { type NextRequest, NextResponse } from "next/server";
import { read } from "../../../../lib/doors/page";
import { findTags } from "../../../../lib/features/taxonomy/tags/finding";
import { whatToFind } from "../what-to-find";

/** Tags for what is being typed, or those of some numbers. */
export const GET = async ({ nextUrl }: NextRequest): Promise<NextResponse> =>
  NextResponse.json(await read(findTags, whatToFind(nextUrl.searchParams)));
