import { signIn } from "../auth/browser-sign-in";
import { refuseWeak } from "../auth/new-password";
import { invalidInput } from "../core/errors";
import { seal, unseal } from "../core/secrets";
import { keptPassword, type SetupStep, setupSteps, siteSetup } from "../users/schema";
import { setUpSite } from "../users/setup";
import { rememberSession, strangerActor } from "./actor";
import { fieldsOf, formAction, kept, refusalOf } from "./form";
import type { SetupState } from "./form-state";

const steps = Object.keys(setupSteps) as SetupStep[];
const stepNamed = (name: string | undefined) => steps.find((step) => step === name) ?? "account";
const neighbour = (step: SetupStep, by: 1 | -1) => steps[steps.indexOf(step) + by] ?? step;
const stepWith = (field: string) => steps.find((step) => field in setupSteps[step].shape);

/** How long a password typed on the first page is good for on the last: an hour, in milliseconds. */
const KEPT_MS = 3_600_000;
const PURPOSE = "setup password";

/** The password as it goes through the pages: encrypted, so that none of them shows it. */
const sealed = (password: string): string => seal(PURPOSE, JSON.stringify({ password, expires: Date.now() + KEPT_MS }));

function unsealed(kept: string | undefined): string | undefined {
  if (kept === undefined) return undefined;
  try {
    const { password, expires } = keptPassword.parse(JSON.parse(unseal(PURPOSE, kept)));
    return expires > Date.now() ? password : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The form on /setup, one page of it at a time and without JavaScript: each page carries what was typed
 * on the others, is checked before the next, and going back loses nothing. The last one installs the site.
 */
export async function setupForm(state: SetupState, form: FormData): Promise<SetupState> {
  const { step: sent, go, keptPassword: before, ...typed } = fieldsOf(form);
  const step = stepNamed(sent);
  const password = typed.password ?? unsealed(before);
  const fields = { ...typed, ...(password !== undefined && { password }) };
  const isGood = setupSteps.account.shape.password.safeParse(password).success;
  const at = (where: SetupStep): SetupState => ({
    ok: false,
    step: where,
    values: kept(fields),
    keptPassword: isGood && password !== undefined ? sealed(password) : "",
  });
  if (go === "back") return at(neighbour(step, -1));

  const asked = Object.fromEntries(Object.entries(fields).filter(([name]) => name in setupSteps[step].shape));
  const { error } = setupSteps[step].safeParse(asked, { reportInput: true });
  if (error) return { ...at(step), ...refusalOf(invalidInput(error)) };
  try {
    // Said on the page where it is typed, not two pages later.
    if (step === "account" && password !== undefined) await refuseWeak(password, typed, "password");
  } catch (thrown) {
    return { ...at(step), ...refusalOf(thrown), keptPassword: "" };
  }
  if (step !== "look") return at(neighbour(step, 1));

  const refused = await formAction(setUpSite, state, form, {
    input: () => Object.fromEntries(Object.entries(fields).filter(([name]) => name in siteSetup.shape)),
    cookie: async ({ username }) => {
      const { session } = await signIn(await strangerActor(), { username, password: fields.password ?? "" });
      if (session !== null) await rememberSession(session);
    },
    redirectTo: "/admin/posts/new",
  });
  const [wrong] = Object.keys(refused.fields ?? {});
  return { ...at((wrong && stepWith(wrong)) || step), ok: false, message: refused.message, fields: refused.fields };
}
