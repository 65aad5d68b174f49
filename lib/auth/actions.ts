"use server";

import { action } from "../doors/action";
import type { FormState } from "../doors/form-state";
import type { Result } from "../doors/result";
import { factorForm, signInForm, signInHere, signOutHere } from "../doors/sign-in";
import { endOtherSessions, endSession } from "./browsers";

/** The form on /login. */
export async function signInAction(state: FormState, form: FormData): Promise<FormState> {
  return signInForm(state, form);
}

/** The form on /login/factor. */
export async function factorAction(state: FormState, form: FormData): Promise<FormState> {
  return factorForm(state, form);
}

/** Signs in from a dialog, without leaving the page: `factorNeeded` asks for the same again with an `authcode`. */
export async function signInHereAction(input: { username: string; password: string; authcode?: string | null }): Promise<Result<{ factorNeeded: boolean }>> {
  return signInHere(input);
}

/** Signs this browser out and leads to the sign-in; the target of a plain form. */
export async function signOutAction(): Promise<void> {
  await signOutHere();
}

export const endSessionAction = action(endSession);
export const endOtherSessionsAction = action(endOtherSessions);
