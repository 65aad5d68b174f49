import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { AppError } from "../core/errors";
import { noteRun } from "../core/cache-keys";
import { refusal } from "./action";
import { secureHere } from "./actor";
import { clientHeader } from "./client-header";
import { fieldsOf, kept, refusalOf, textOf } from "./form";
import type { FormState } from "./form-state";
import { jsonFields } from "./json-fields";
import { type Answered, type Asked, askNextAuth, signsIn } from "./next-auth";
import type { Result } from "./result";
import { browserCookie } from "./known-browser";
import { csrfCookie, sessionCookie, ticketCookie } from "./host-cookie";

const outdated = () =>
  new AppError("stale", "This form was open for too long, or this browser does not accept cookies. Please try again.", {
    reason: "form_outdated",
  });

type Asking = Pick<Asked, "method" | "action" | "provider" | "body">;

/** The current browser's request to next-auth. */
async function askedHere(asking: Asking): Promise<Asked> {
  const [jar, head, secure] = await Promise.all([cookies(), headers(), secureHere()]);
  return {
    ...asking,
    secure,
    cookies: Object.fromEntries(jar.getAll().map(({ name, value }) => [name, value])),
    ip: head.get(clientHeader) || null,
    userAgent: head.get("user-agent"),
  };
}

/** Sets the cookies of an answer in the browser. */
async function keepCookies({ response }: Answered, { secure }: Asked): Promise<void> {
  const jar = await cookies();
  const ours = [sessionCookie, csrfCookie, ticketCookie, browserCookie]
    .map((cookie) => cookie(secure))
    .map(({ name }) => name);
  for (const cookie of response.cookies.getAll()) if (ours.includes(cookie.name)) jar.set(cookie);
}

const askToken = async () => {
  const asked = await askedHere({ method: "GET", action: "csrf" });
  const answered = await askNextAuth(asked);
  const { csrfToken } = (await answered.response.json()) as { csrfToken: string };
  return { asked, answered, csrfToken };
};

/** The CSRF token for a form that signs in; the front desk has set its cookie. */
export const formToken = async (): Promise<string> => (await askToken()).csrfToken;

/** Refuses a form without next-auth's CSRF token. */
export async function requireToken(form: FormData): Promise<void> {
  const { asked, answered, csrfToken } = await askToken();
  if (form.get("csrfToken") === csrfToken) return;
  await keepCookies(answered, asked);
  throw outdated();
}

/** Signs a browser in through next-auth; returns whether it owes the second factor. */
async function signIn(asked: Asked): Promise<{ factorNeeded: boolean }> {
  const answered = await askNextAuth(asked);
  await keepCookies(answered, asked);
  if (signsIn(answered.response, asked.secure)) return { factorNeeded: false };
  if (answered.ticket !== undefined) return { factorNeeded: true };
  throw answered.refusal ?? outdated();
}

const signInHere = async (provider: string, body: Record<string, string>) =>
  signIn(await askedHere({ method: "POST", action: "callback", provider, body }));

/** Signs in after a form's own work, with the form's name and password unless others are given. */
export async function signInWithForm(
  form: FormData,
  { username = textOf(form, "username"), password = textOf(form, "password") } = {},
): Promise<void> {
  const body = { csrfToken: textOf(form, "csrfToken"), username, password };
  const asked = await askedHere({ method: "POST", action: "callback", provider: "credentials", body });
  // The set-up may have just given the site an HTTPS address; the cookie still has its earlier name.
  const [now, before] = [csrfCookie(asked.secure).name, csrfCookie(!asked.secure).name];
  const token = asked.cookies[now] ?? asked.cookies[before];
  await signIn({ ...asked, cookies: { ...asked.cookies, ...(token !== undefined && { [now]: token }) } });
}

/** A form that signs in: refusals come back beside their fields, success redirects. */
export async function signInForm(
  form: FormData,
  provider: "credentials" | "factor",
  redirectTo: (factorNeeded: boolean) => string,
): Promise<FormState> {
  const fields = fieldsOf(form);
  let factorNeeded: boolean;
  try {
    ({ factorNeeded } = await signInHere(provider, { ...fields, csrfToken: textOf(form, "csrfToken") }));
  } catch (thrown) {
    return { ...refusalOf(thrown), values: kept(fields) };
  }
  redirect(redirectTo(factorNeeded));
}

/** Signs in for a dialog, with an action's answer. */
export async function signInRoute(request: Request): Promise<Response> {
  noteRun();
  const answer: Result<{ factorNeeded: boolean }> = await jsonFields(request)
    .then((sent) => signInHere("credentials", sent))
    .then(
      (data) => ({ ok: true as const, data }),
      (thrown: unknown) => refusal(thrown),
    );
  return Response.json(answer, { headers: { "Cache-Control": "no-store" } });
}
