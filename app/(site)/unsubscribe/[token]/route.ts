import { redirect } from "next/navigation";
import { stopNotificationsAction } from "../../forms";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ token: string }> };

/** A person who follows the link is asked; programs that check links change nothing. */
export async function GET(_request: Request, { params }: Context) {
  redirect(`/unsubscribe?token=${encodeURIComponent((await params).token)}`);
}

/** One click in a mail program. */
export async function POST(_request: Request, { params }: Context) {
  const { ok } = await stopNotificationsAction({ token: (await params).token });
  return new Response(null, { status: ok ? 200 : 404 });
}
