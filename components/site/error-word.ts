/** The sentence of an error code; of one that has none, which an address may hold, that of any other error. */
export const errorWord = (errors: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(errors, code) ? errors[code] : errors.other;
