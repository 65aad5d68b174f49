"use server";

import { formAction } from "../doors/form";
import { emptyFormState } from "../doors/form-state";
import { likeJournal } from "./likes";

/** The button beside a journal, which leads on to it alone. */
export async function likeJournalAction(form: FormData): Promise<void> {
  const id = Number(form.get("id"));
  await formAction(likeJournal, emptyFormState, form, { input: () => ({ id }), redirectTo: `/journals/${id}` });
}
