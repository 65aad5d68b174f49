import { redirect } from "next/navigation";
import type { z } from "zod";
import { signIn, signInWithFactor, signOut } from "../auth/browser-sign-in";
import { requestPasswordCode, setPasswordWithCode } from "../auth/passwords";
import { type BrowserSignIn, signInHere as signInHereInput, tidyCode } from "../auth/schema";
import { findSession } from "../auth/sessions";
import { AppError, invalidInput } from "../core/errors";
import { engine } from "../core/operation";
import { refusal } from "./action";
import { forgetSession, heldTicket, readSession, rememberSession, rememberTicket, strangerActor } from "./actor";
import { formAction } from "./form";
import type { FormState } from "./form-state";
import type { Accounts } from "./next-auth";
import type { Result } from "./result";
import { sitePath } from "./site-path";

const nextOf = (form: FormData) => sitePath(String(form.get("next") ?? ""));
const keep = async ({ session, ticket }: BrowserSignIn) => {
  if (session !== null) await rememberSession(session);
  if (ticket !== null) await rememberTicket(ticket);
};

/** The form on /login: name and password, then where the visitor was going, or the step of the second factor. */
export const signInForm = (state: FormState, form: FormData): Promise<FormState> =>
  formAction(signIn, state, form, {
    input: ({ username = "", password = "" }) => ({ username, password }),
    cookie: keep,
    redirectTo: ({ ticket }) =>
      ticket === null ? nextOf(form) : `/login/factor?next=${encodeURIComponent(nextOf(form))}`,
  });

/** The form on /login/factor. */
export const factorForm = (state: FormState, form: FormData): Promise<FormState> =>
  formAction(signInWithFactor, state, form, {
    input: async ({ code }) => ({ ticket: await heldTicket(), code: code === undefined ? undefined : tidyCode(code) }),
    cookie: keep,
    redirectTo: nextOf(form),
  });

/** The form on /login/forgot. It leads to the same page whoever is named. */
export const forgotPasswordForm = (state: FormState, form: FormData): Promise<FormState> =>
  formAction(requestPasswordCode, state, form, {
    input: ({ username }) => ({ username }),
    redirectTo: "/login/forgot?sent=1",
  });

/** The form on /set-password: sets it with a code, then signs in with it. */
export const setPasswordForm = (state: FormState, form: FormData): Promise<FormState> =>
  formAction(setPasswordWithCode, state, form, {
    cookie: () => signInAfterwards(form),
    redirectTo: "/login/factor?next=%2Fadmin",
  });

/** Signs in from a dialog, without leaving the page: `factorNeeded` asks for the same again with an `authcode`. */
export async function signInHere(input: z.input<typeof signInHereInput>): Promise<Result<{ factorNeeded: boolean }>> {
  try {
    const { data, error } = signInHereInput.safeParse(input);
    if (!data) throw invalidInput(error);
    const { username, password, authcode = "" } = data;
    const stranger = await strangerActor();
    const { session, ticket } = await signIn(stranger, { username, password });
    const code = tidyCode(authcode);
    const answer = ticket !== null && code !== "" ? await signInWithFactor(stranger, { ticket, code }) : { session };
    if (answer.session !== null) await rememberSession(answer.session);
    return { ok: true, data: { factorNeeded: answer.session === null } };
  } catch (thrown) {
    return refusal(thrown);
  }
}

/** Signs in whoever has just made an account, or set its password, with this form; one with a second factor is led to its step. */
export async function signInAfterwards(form: FormData): Promise<void> {
  await keep(
    await signIn(await strangerActor(), {
      username: String(form.get("username") ?? ""),
      password: String(form.get("password") ?? ""),
    }),
  );
}

/** Signs this browser out and leads to the sign-in. */
export async function signOutHere(): Promise<never> {
  const { actor } = await readSession();
  if (actor.sessionId !== null) await signOut(actor, {});
  await forgetSession();
  redirect("/login");
}

/** The same operations for next-auth's own addresses. */
export const accounts: Accounts = {
  async signIn({ username = "", password = "", authcode }) {
    try {
      const { session } = await signIn(await strangerActor(), {
        username,
        password,
        ...(authcode && { authcode: tidyCode(authcode) }),
      });
      return session;
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.status < 500) return null;
      throw thrown;
    }
  },
  async signOut(secret) {
    const found = await findSession(engine().reader, secret, new Date());
    if (found) await signOut({ ...(await strangerActor()), ...found.owner }, {});
  },
  nameOf: async (secret) => (await findSession(engine().reader, secret, new Date()))?.owner.name ?? null,
};
