import { register } from "../users/registration";
import { requestRegistrationCode } from "../users/registration-codes";
import { strangerActor } from "./actor";
import { fieldsOf, formAction, kept, refusalOf } from "./form";
import type { RegisterState } from "./form-state";
import { signInAfterwards } from "./sign-in";

/** The form on /register, one step at a time and without JavaScript: has a code mailed, or makes the account with one and signs in. */
export async function registerForm(state: RegisterState, form: FormData): Promise<RegisterState> {
  const { step, ...fields } = fieldsOf(form);
  if (step !== "mail")
    return {
      ...(await formAction(register, state, form, {
        input: () => fields,
        cookie: () => signInAfterwards(form),
        redirectTo: "/admin",
      })),
      step: "account",
    };
  try {
    await requestRegistrationCode(await strangerActor(), { email: fields.email ?? "" });
    return { ok: true, step: "account", values: kept(fields) };
  } catch (thrown) {
    return { ...refusalOf(thrown), step: "mail", values: kept(fields) };
  }
}
