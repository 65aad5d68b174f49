/**
 * The state of a form without JavaScript after it was sent: `fields` has an error code for each field, `values` what to
 * fill in again.
 */
export type FormState = {
  ok: boolean;
  /** About the form as a whole: an error code, or a sentence to show as it is. */
  message?: string;
  fields?: Record<string, string>;
  /** What was typed, without passwords. */
  values?: Record<string, string>;
};

export const emptyFormState: FormState = { ok: false };

/** A form of several pages; `keptPassword` is one typed on an earlier page, sealed by the server. */
export type PagedFormState<P extends string> = FormState & { step: P; keptPassword: string };

/** The form on /register: first the address for a mailed code, where strangers may ask for one, then the account. */
export type RegisterState = FormState & { step: "mail" | "account" };
