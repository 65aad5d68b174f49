"use server";

import { action } from "../doors/action";
import { formAction } from "../doors/form";
import type { FormState, SetupState } from "../doors/form-state";
import { setupForm } from "../doors/setup";
import { signInAfterwards } from "../doors/sign-in";
import { createInvitation, deleteInvitation } from "./invitations";
import { updateProfile } from "./profile";
import { register } from "./registration";
import { deleteUser, updateUser } from "./staff";

/** The form on /setup, page by page: makes the first account, names the site and dresses it, signs in and leads to the first post. */
export async function setupAction(state: SetupState, form: FormData): Promise<SetupState> {
  return setupForm(state, form);
}

/** The form on /register: makes an account with an invitation and signs in. */
export async function registerAction(state: FormState, form: FormData): Promise<FormState> {
  return formAction(register, state, form, { cookie: () => signInAfterwards(form), redirectTo: "/admin" });
}

export const updateProfileAction = action(updateProfile);
export const updateUserAction = action(updateUser);
export const deleteUserAction = action(deleteUser);
export const createInvitationAction = action(createInvitation);
export const deleteInvitationAction = action(deleteInvitation);
