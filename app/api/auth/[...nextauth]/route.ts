import NextAuth from "next-auth";
import { authOptions } from "../../../../lib/doors/next-auth";
import { accounts } from "../../../../lib/doors/sign-in";

type Context = { params: Promise<{ nextauth: string[] }> };

// Made for each request, since the key of the cookies is there only once the server runs.
const answer = (request: Request, context: Context): Promise<Response> => NextAuth(request as never, context as never, authOptions(accounts)) as Promise<Response>;

export { answer as GET, answer as POST };
