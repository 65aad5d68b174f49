import NextAuth from "next-auth";
import { authOptions } from "./next-auth";
import { isSecure } from "./session-cookie";
import { accounts } from "./sign-in";

type Context = { params: Promise<{ nextauth: string[] }> };

/** next-auth's own addresses below `/api/auth`. Its options are made for each request, since the key of the cookies is there only once the server runs. */
export async function answerAuth(request: Request, context: Context): Promise<Response> {
  const secure = await isSecure((name) => request.headers.get(name));
  return NextAuth(request as never, context as never, authOptions(accounts, secure)) as Promise<Response>;
}
