import type { NextRequest } from "next/server";
import { clientHeader } from "./client-header";
import { isSecure } from "./host-cookie";
import { bodyFields } from "./json-fields";
import { askNextAuth } from "./next-auth";

/** Answers next-auth's own addresses below `/api/auth`. */
export async function authRoute(request: NextRequest): Promise<Response> {
  const [, , , action = "", provider, ...more] = request.nextUrl.pathname.split("/");
  const isPost = request.method === "POST";
  const { response, refusal } = await askNextAuth({
    method: isPost ? "POST" : "GET",
    action: more.length > 0 ? "" : action,
    provider,
    query: Object.fromEntries(request.nextUrl.searchParams),
    body: isPost ? await bodyFields(request) : {},
    secure: await isSecure((name) => request.headers.get(name)),
    cookies: Object.fromEntries(request.cookies.getAll().map(({ name, value }) => [name, value])),
    ip: request.headers.get(clientHeader) || null,
    userAgent: request.headers.get("user-agent"),
  });
  if (refusal?.code === "internal") console.error(refusal.cause ?? refusal);
  return response;
}
