import { NextResponse } from "next/server";
import { isSignedIn } from "../../../lib/doors/page";

/** Whether somebody is signed in here; without an answer, the connection is lost. */
export async function GET(): Promise<NextResponse> {
  return NextResponse.json({ isSignedIn: await isSignedIn() });
}
