import { type Actor, visitor } from "../core/access";
import { isFault, toAppError } from "../core/errors";
import { nearestLocale } from "../core/languages";
import { siteFacts } from "../core/site-facts";
import type { IncomingHttpHeaders } from "node:http";
import type { Reply } from "./endpoint";
import { refusalIn } from "./refusal";
import { signedInActor } from "./sender";

const headers = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/**
 * Runs a line of the API for a signed-in browser, whose session says who sends. It answers as actions do: a refusal in
 * the dashboard's language, as an answer like others. A fault is reported.
 */
export async function fileAction(
  sent: { headers: IncomingHttpHeaders; ip: string | null },
  run: (actor: Actor) => Promise<Reply> | Reply,
  report: (thrown: unknown) => void,
): Promise<Reply> {
  try {
    const { body } = await run(await signedInActor(sent.headers, sent.ip));
    return { status: 200, headers, body: `{"ok":true,"data":${body ?? "null"}}` };
  } catch (thrown) {
    if (isFault(thrown, toAppError(thrown).status)) report(thrown);
    const { installed, locale } = await siteFacts.get()(visitor, {});
    return { status: 200, headers, body: JSON.stringify(refusalIn(nearestLocale(installed ? locale : "en"), thrown)) };
  }
}
