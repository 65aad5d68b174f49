/** What a form that works without JavaScript knows after it was sent: `fields` names an error code for each field, `values` what to put back. */
export type FormState = {
  ok: boolean;
  /** About the form as a whole: an error code, or a sentence that may be shown as it is. */
  message?: string;
  fields?: Record<string, string>;
  /** What was typed, without passwords. */
  values?: Record<string, string>;
};

export const emptyFormState: FormState = { ok: false };

/** A form of several pages; `keptPassword` is what was typed on an earlier one, encrypted by the server. */
export type PagedFormState<P extends string> = FormState & { step: P; keptPassword: string };

/** The form on /register: first the address a code is mailed to, where strangers may ask for one, then the account. */
export type RegisterState = FormState & { step: "mail" | "account" };
