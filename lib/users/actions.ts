"use server";

import { action } from "../doors/action";
import type { RegisterState, SetupState } from "../doors/form-state";
import { registerForm } from "../doors/registering";
import { setupForm } from "../doors/setup";
import { createInvitation, deleteInvitation } from "./invitations";
import { updateProfile } from "./profile";
import { deleteUser, updateUser } from "./staff";

/** The form on /setup, page by page: makes the first account, names the site and dresses it, signs in and leads to the first post. */
export async function setupAction(state: SetupState, form: FormData): Promise<SetupState> {
  return setupForm(state, form);
}

/** The form on /register: makes an account with an invitation or a code it has mailed before, and signs in. */
export async function registerAction(state: RegisterState, form: FormData): Promise<RegisterState> {
  return registerForm(state, form);
}

export const updateProfileAction = action(updateProfile);
export const updateUserAction = action(updateUser);
export const deleteUserAction = action(deleteUser);
export const createInvitationAction = action(createInvitation);
export const deleteInvitationAction = action(deleteInvitation);
