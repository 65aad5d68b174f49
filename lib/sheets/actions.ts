"use server";

import { rememberProofs } from "../doors/actor";
import { formAction } from "../doors/form";
import type { FormState } from "../doors/form-state";
import { unlockSheet } from "./unlock";

/** The form before a protected sheet: a right password opens it in this browser. */
export async function unlockSheetAction(state: FormState, form: FormData): Promise<FormState> {
  return formAction(unlockSheet, state, form, {
    redirectTo: `/${encodeURIComponent(String(form.get("slug")))}`,
    cookie: ({ proofs }) => rememberProofs(proofs),
  });
}
