import { type NextRequest, NextResponse } from "next/server";
import { signInHereAction } from "../../../../lib/auth/actions";

/** Signs in from a dialog. An address of its own: an action that sets a cookie has the page made anew around what is being written. */
export async function POST(request: NextRequest): Promise<NextResponse> {
  const input = await request.json().then(
    (body) => body,
    () => null,
  );
  return NextResponse.json(await signInHereAction(input), { headers: { "Cache-Control": "no-store" } });
}
