"use server";

import { refuseWeak } from "../../lib/features/accounts/passwords/new-password";
import { ownWork } from "../../lib/features/accounts/passwords/password";
import { requestPasswordCode, setPasswordWithCode } from "../../lib/features/accounts/users/passwords";
import { formAction, stepForm, textOf } from "../../lib/doors/form";
import type { FormState, PagedFormState, RegisterState } from "../../lib/doors/form-state";
import { nextFrom } from "../../lib/doors/page";
import { pagedFormAction } from "../../lib/doors/paged-form";
import { requireToken, signInForm, signInWithForm } from "../../lib/doors/sign-in";
import { register } from "../../lib/features/accounts/invitations/registration";
import { requestRegistrationCode } from "../../lib/features/accounts/invitations/registration-codes";
import { type SetupStep, setupSteps } from "../../lib/features/accounts/schema";
import { setUpSite } from "../../lib/features/accounts/users/setup";

const nextOf = (form: FormData) => nextFrom(textOf(form, "next"));

/** The form on /login: name and password; then the requested page, or the second factor. */
export async function signInAction(_state: FormState, form: FormData): Promise<FormState> {
  return signInForm(form, "credentials", (factorNeeded) =>
    factorNeeded ? `/login/factor?next=${encodeURIComponent(nextOf(form))}` : nextOf(form),
  );
}

/** The form on /login/factor. */
export async function factorAction(_state: FormState, form: FormData): Promise<FormState> {
  return signInForm(form, "factor", () => nextOf(form));
}

/** The form on /login/forgot. It leads to the same page for every name, known or not. */
export async function forgotPasswordAction(_state: FormState, form: FormData): Promise<FormState> {
  return formAction(requestPasswordCode, form, {
    input: ({ username }) => ({ username }),
    redirectTo: "/login/forgot?sent=1",
  });
}

/** The form on /set-password: sets it with a code, then signs in with it. */
export async function setPasswordAction(_state: FormState, form: FormData): Promise<FormState> {
  return formAction(setPasswordWithCode, form, {
    check: () => requireToken(form),
    cookie: () => signInWithForm(form),
    redirectTo: "/login/factor?next=%2Fadmin",
  });
}

/**
 * The form on /setup, page by page: makes the first account, sets the site's name and look, signs in, and leads to the
 * first post, or to where somebody moves in.
 */
export async function setupAction(
  _state: PagedFormState<SetupStep>,
  form: FormData,
): Promise<PagedFormState<SetupStep>> {
  return pagedFormAction(setUpSite, setupSteps, form, {
    check: async (page, { password, ...owner }) => {
      await requireToken(form);
      if (page === "account" && password !== undefined) await refuseWeak(password, owner, "password", ownWork);
    },
    cookie: ({ username }, { password = "" }) => signInWithForm(form, { username, password }),
    redirectTo: form.get("go") === "move-in" ? "/admin/tools/move-in" : "/admin/posts/new",
  });
}

/** The form on /register, one step at a time: has a code mailed, or makes the account with one and signs in. */
export async function registerAction(_state: RegisterState, form: FormData): Promise<RegisterState> {
  if (form.get("step") === "mail")
    return stepForm(requestRegistrationCode, form, "mail", "account", ({ email = "" }) => ({ email }));
  const answer = await formAction(register, form, {
    input: ({ step: _step, ...fields }) => fields,
    check: () => requireToken(form),
    cookie: () => signInWithForm(form),
    redirectTo: "/admin",
  });
  return { ...answer, step: "account" };
}
