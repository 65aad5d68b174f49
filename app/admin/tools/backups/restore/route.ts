import { NextResponse } from "next/server";
import { read } from "../../../../../lib/doors/page";
import { getRestore } from "../../../../../lib/features/backups/queries";

/** How far a restore is, for the page that waits for it. */
export async function GET(): Promise<NextResponse> {
  return NextResponse.json(await read(getRestore, {}));
}
