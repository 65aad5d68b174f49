"use server";

import { action } from "../doors/action";
import type { FormState } from "../doors/form-state";
import type { Result } from "../doors/result";
import { factorForm, forgotPasswordForm, setPasswordForm, signInForm, signInHere, signOutHere } from "../doors/sign-in";
import { endOtherSessions, endSession } from "./browsers";
import { generateMfaKey, setMfa, turnMfaOff } from "./mfa";
import { createPersonalToken, deletePersonalToken } from "./personal-tokens";
import { renewOwnRecoveryCodes } from "./recovery";
import { changePassword, createPasswordCode } from "./passwords";

/** The form on /login. */
export async function signInAction(state: FormState, form: FormData): Promise<FormState> {
  return signInForm(state, form);
}

/** The form on /login/factor. */
export async function factorAction(state: FormState, form: FormData): Promise<FormState> {
  return factorForm(state, form);
}

/** The form on /login/forgot. */
export async function forgotPasswordAction(state: FormState, form: FormData): Promise<FormState> {
  return forgotPasswordForm(state, form);
}

/** The form on /set-password. */
export async function setPasswordAction(state: FormState, form: FormData): Promise<FormState> {
  return setPasswordForm(state, form);
}

/** Signs in from a dialog, without leaving the page: `factorNeeded` asks for the same again with an `authcode`. */
export async function signInHereAction(
  input: Parameters<typeof signInHere>[0],
): Promise<Result<{ factorNeeded: boolean }>> {
  return signInHere(input);
}

/** Signs this browser out and leads to the sign-in; the target of a plain form. */
export async function signOutAction(): Promise<void> {
  await signOutHere();
}

export const endSessionAction = action(endSession);
export const endOtherSessionsAction = action(endOtherSessions);
export const generateMfaKeyAction = action(generateMfaKey);
export const setMfaAction = action(setMfa);
export const turnMfaOffAction = action(turnMfaOff);
export const renewRecoveryCodesAction = action(renewOwnRecoveryCodes);
export const changePasswordAction = action(changePassword);
export const createPasswordCodeAction = action(createPasswordCode);
export const createPersonalTokenAction = action(createPersonalToken);
export const deletePersonalTokenAction = action(deletePersonalToken);
