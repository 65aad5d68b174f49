import { z } from "zod";
import { hostName, text } from "./fields";

/** The groups of the settings page. */
export const optionGroups = [
  "site",
  "appearance",
  "posts",
  "comments",
  "mail",
  "uploads",
  "addresses",
  "accounts",
  "api",
  "backup",
] as const;

/** What an option holds, which decides how it is asked for. `picture`: an address of one; `lines`: a text of several. */
export const optionKinds = [
  "text",
  "lines",
  "code",
  "address",
  "picture",
  "number",
  "boolean",
  "choice",
  "zone",
] as const;

export type Known = {
  /** Turns the stored text into the value; refused when set, read as the default when stored. */
  schema: z.ZodType<unknown, string>;
  kind: (typeof optionKinds)[number];
  /** Characters of a text; the bounds of a number. */
  min?: number;
  max?: number;
  unit?: "bytes";
  choices?: readonly string[];
  fallback: string | number | boolean;
  /** Whether `/api/content/options` shows it to strangers. */
  public: boolean;
  /** Stored sealed and never answered; only `readSecret` reads it. */
  secret?: boolean;
  group: (typeof optionGroups)[number];
  /**
   * It decides what runs on the pages, where news goes, whose comments are shown unseen, what search engines leave out, how
   * much memory is taken or what is deleted by itself: no file of another site brings it.
   */
  ruling?: true;
  /** What it does, for the API and the settings. */
  says: string;
};

export const words = (max: number) => ({ schema: text(max), kind: "text", max }) as const;
/** The name of another server. */
export const server = { ...words(255), schema: hostName } as const;
export const yesNo = {
  schema: z.stringbool({ truthy: ["true"], falsy: ["false"], error: "This must be true or false." }),
  kind: "boolean",
} as const;
export const choice = <const T extends readonly [string, ...string[]]>(choices: T) =>
  ({ schema: z.enum(choices), kind: "choice", choices }) as const;
export const whole = (min: number, max: number) =>
  ({
    schema: z
      .string()
      .regex(/^-?\d{1,15}$/, "This must be a whole number.")
      .transform(Number)
      .pipe(z.int().min(min).max(max)),
    kind: "number",
    min,
    max,
  }) as const;
