import { signInRoute } from "../../../../lib/doors/sign-in";

// An address of its own: an action that sets a cookie has the page made anew around what is being written.
export { signInRoute as POST };
