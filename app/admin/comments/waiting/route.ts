import { NextResponse } from "next/server";
import { read } from "../../../../lib/doors/page";
import { countWaitingComments } from "../../../../lib/features/comments/queue/queries";

/** The number of waiting comments, for the rail. */
export async function GET(): Promise<NextResponse> {
  return NextResponse.json(await read(countWaitingComments, {}));
}
