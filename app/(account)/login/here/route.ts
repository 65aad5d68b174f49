import { signInHere } from "../../../../lib/features/accounts/sign-in/browser-sign-in";
import { rememberSession } from "../../../../lib/doors/actor";
import { jsonRoute } from "../../../../lib/doors/json-route";

/** Signs in from a dialog. An address of its own: an action that sets a cookie has the page made anew around what is being written. */
export const POST = jsonRoute(signInHere, async ({ session }) => {
  if (session !== null) await rememberSession(session);
  return { factorNeeded: session === null };
});
