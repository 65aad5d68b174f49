import { signIn } from "../../../../lib/features/accounts/sign-in/browser-sign-in";
import { tidyCode } from "../../../../lib/features/accounts/credentials-schema";
import { authRoute } from "../../../../lib/doors/next-auth";

const answer = authRoute(async (actor, { username = "", password = "", authcode }) => {
  const code = authcode ? { authcode: tidyCode(authcode) } : {};
  return (await signIn(actor, { username, password, ...code })).session;
});

export { answer as GET, answer as POST };
