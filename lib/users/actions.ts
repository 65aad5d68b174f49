"use server";
import { formAction } from "../doors/form";
import type { FormState } from "../doors/form-state";
import { createUser } from "./mutations";

/** The form on /setup: makes the first account and names the site. */
export async function installAction(state: FormState, form: FormData): Promise<FormState> {
  return formAction(createUser, state, form, { redirectTo: "/setup/done" });
}
