import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { AppError } from "../core/errors";
import { refusal } from "./action";
import { clientHeader } from "./client-header";
import { fieldsOf, kept, refusalOf } from "./form";
import type { FormState } from "./form-state";
import { jsonFields } from "./json-fields";
import { type Answered, type Asked, askNextAuth, signsIn } from "./next-auth";
import type { Result } from "./result";
import { csrfCookie, sessionCookie, ticketCookie } from "./host-cookie";

const outdated = () =>
  new AppError("stale", "This form was open for too long, or this browser takes no cookies. Please try again.", {
    reason: "form_outdated",
  });

/** Asks next-auth as this browser, which keeps the cookies of the answer. */
async function askHere(asked: Pick<Asked, "method" | "action" | "provider" | "body">): Promise<Answered> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  return askNextAuth({
    ...asked,
    cookies: Object.fromEntries(jar.getAll().map(({ name, value }) => [name, value])),
    ip: head.get(clientHeader) || null,
    userAgent: head.get("user-agent"),
  });
}

async function keepCookies({ response }: Answered): Promise<void> {
  const jar = await cookies();
  const ours = [sessionCookie(), csrfCookie(), ticketCookie()].map(({ name }) => name);
  for (const cookie of response.cookies.getAll()) if (ours.includes(cookie.name)) jar.set(cookie);
}

const askToken = async () => {
  const answered = await askHere({ method: "GET", action: "csrf" });
  const { csrfToken } = (await answered.response.json()) as { csrfToken: string };
  return { answered, csrfToken };
};

/** What a form of this browser carries so that it may sign in; the front desk has seen to the cookie that goes with it. */
export const formToken = async (): Promise<string> => (await askToken()).csrfToken;

/** Refuses a form that next-auth would not let sign in. */
export async function requireToken(form: FormData): Promise<void> {
  const { answered, csrfToken } = await askToken();
  if (form.get("csrfToken") === csrfToken) return;
  await keepCookies(answered);
  throw outdated();
}

/** Has next-auth sign this browser in; answers whether it owes the second factor first. */
async function signIn(provider: string, sent: Record<string, string>): Promise<{ factorNeeded: boolean }> {
  const answered = await askHere({ method: "POST", action: "callback", provider, body: sent });
  await keepCookies(answered);
  if (signsIn(answered.response)) return { factorNeeded: false };
  if (answered.ticket !== undefined) return { factorNeeded: true };
  throw answered.refusal ?? outdated();
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? "");

/** Signs in with a name and a password: those of the form unless others are given. */
export async function signInWithForm(
  form: FormData,
  { username = textOf(form, "username"), password = textOf(form, "password") } = {},
): Promise<void> {
  await signIn("credentials", { csrfToken: textOf(form, "csrfToken"), username, password });
}

/** A form that signs in: refusals come back beside their fields, success leads on. */
export async function signInForm(
  form: FormData,
  provider: "credentials" | "factor",
  redirectTo: (factorNeeded: boolean) => string,
): Promise<FormState> {
  const fields = fieldsOf(form);
  let factorNeeded: boolean;
  try {
    ({ factorNeeded } = await signIn(provider, { ...fields, csrfToken: textOf(form, "csrfToken") }));
  } catch (thrown) {
    return { ...refusalOf(thrown), values: kept(fields) };
  }
  redirect(redirectTo(factorNeeded));
}

/** The answer to a dialog that signs in where it stands, and shows what an action answers. */
export async function signInRoute(request: Request): Promise<Response> {
  const answer: Result<{ factorNeeded: boolean }> = await jsonFields(request)
    .then((sent) => signIn("credentials", sent))
    .then(
      (data) => ({ ok: true as const, data }),
      (thrown: unknown) => refusal(thrown),
    );
  return Response.json(answer, { headers: { "Cache-Control": "no-store" } });
}
