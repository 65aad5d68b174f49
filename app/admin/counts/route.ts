import { NextResponse } from "next/server";
import { read } from "../../../lib/doors/page";
import { getShell } from "../../../lib/features/statistics/dashboard-queries";

/** The numbers beside the links of the rail. */
export async function GET(): Promise<NextResponse> {
  return NextResponse.json((await read(getShell, {})).counts);
}
