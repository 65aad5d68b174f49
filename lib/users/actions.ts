"use server";

import { formAction } from "../doors/form";
import type { FormState } from "../doors/form-state";
import { signInAfterwards } from "../doors/sign-in";
import { createUser } from "./mutations";

/** The form on /setup: makes the first account, names the site, signs in and leads to the first post. */
export async function installAction(state: FormState, form: FormData): Promise<FormState> {
  return formAction(createUser, state, form, { cookie: () => signInAfterwards(form), redirectTo: "/admin/posts/new" });
}
