import { type NextRequest, NextResponse } from "next/server";
import { read } from "../../../../lib/doors/page";
import { findCategories } from "../../../../lib/features/taxonomy/categories/finding";
import { whatToFind } from "../what-to-find";

/** Categories for what is being typed, or those of some numbers. */
export const GET = async ({ nextUrl }: NextRequest): Promise<NextResponse> =>
  NextResponse.json(await read(findCategories, whatToFind(nextUrl.searchParams)));
