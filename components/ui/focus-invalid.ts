/** Leads to the first field on screen that is to be put right. */
export const focusInvalid = (): void => document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
