import NextAuth from "next-auth";
import { authOptions } from "./next-auth";
import { accounts } from "./sign-in";

type Context = { params: Promise<{ nextauth: string[] }> };

/** next-auth's own addresses below `/api/auth`. Its options are made for each request, since the key of the cookies is there only once the server runs. */
export const answerAuth = (request: Request, context: Context): Promise<Response> =>
  NextAuth(request as never, context as never, authOptions(accounts)) as Promise<Response>;
