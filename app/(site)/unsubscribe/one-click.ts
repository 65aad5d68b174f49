import { redirect } from "next/navigation";
import type { Result } from "../../../lib/doors/result";

type Context = { params: Promise<{ token: string }> };

/** The handlers of the address that mails name as the way to end them; `list` says which mails. */
export const oneClick = (list: string, stop: (given: { token: string }) => Promise<Result<unknown>>) => ({
  /** A person who follows the link is asked; programs that check links change nothing. */
  GET: async (_request: Request, { params }: Context): Promise<never> =>
    redirect(`/unsubscribe?${list}token=${encodeURIComponent((await params).token)}`),

  /** One click in a mail program (RFC 8058). */
  POST: async (_request: Request, { params }: Context): Promise<Response> => {
    const { ok } = await stop({ token: (await params).token });
    return new Response(null, { status: ok ? 200 : 404 });
  },
});
