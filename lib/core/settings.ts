import { z } from "zod";
import { absoluteUrl, email, text } from "./fields";

export const locales = ["en", "zh-CN"] as const;
export type Locale = (typeof locales)[number];

const language = (locale: string) => locale.toLowerCase().split(/[-_]/)[0];

/**
 * The interface language nearest to a wish: the same one, else one of the same language ("zh-Hans" → "zh-CN"), else
 * English.
 */
export const nearestLocale = (wish: string): Locale =>
  locales.find((known) => known.toLowerCase() === wish.toLowerCase().replace("_", "-")) ??
  locales.find((known) => language(known) === language(wish)) ??
  "en";

/** The colour scheme of visitors who have not chosen one; `auto` follows their system. */
export const siteSchemes = ["auto", "light", "dark"] as const;
/** The colours of links and marks, each in a shade for light and one for dark (`app/(site)/tokens.css`). */
export const accents = ["brick", "sea", "pine", "plum", "ochre", "ink"] as const;

/** The patterns of posts' addresses, with dates in UTC. */
export const permalinks = ["/archives/{slug}", "/{slug}", "/{yyyy}/{mm}/{slug}", "/{yyyy}/{mm}/{dd}/{slug}"] as const;

/** The groups of the settings page. */
export const optionGroups = ["site", "appearance", "posts", "comments", "mail", "uploads", "accounts", "api"] as const;

type Known = {
  /** Turns the stored text into the value; refused when set, read as the default when stored. */
  schema: z.ZodType<unknown, string>;
  kind: "text" | "address" | "number" | "boolean" | "choice";
  /** Characters of a text; the bounds of a number. */
  min?: number;
  max?: number;
  choices?: readonly string[];
  fallback: string | number | boolean;
  /** Whether `/api/content/options` shows it to strangers. */
  public: boolean;
  /** Stored sealed and never answered; only `readSecret` reads it. */
  secret?: boolean;
  group: (typeof optionGroups)[number];
  /** What it does, for the API and the settings. */
  says: string;
};

const words = (max: number) => ({ schema: text(max), kind: "text", max }) as const;
const yesNo = {
  schema: z.stringbool({ truthy: ["true"], falsy: ["false"], error: "This must be true or false." }),
  kind: "boolean",
} as const;
const choice = <const T extends readonly [string, ...string[]]>(choices: T) =>
  ({ schema: z.enum(choices), kind: "choice", choices }) as const;
const whole = (min: number, max: number) =>
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

/**
 * The settings of a site: type, bounds, default, and whether they are public. Stored as text in the options table; what
 * is not stored has its default.
 */
export const knownOptions = {
  site_title: { ...words(255), fallback: "Broadsheet", public: true, group: "site", says: "The name of the site." },
  site_description: {
    ...words(1023),
    fallback: "",
    public: true,
    group: "site",
    says: "A sentence about the site, for search engines and the feed.",
  },
  site_url: {
    schema: absoluteUrl(1023).or(z.literal("")),
    kind: "address",
    max: 1023,
    fallback: "",
    public: true,
    group: "site",
    says: "The site's public address; the setting SITE_URL wins over it.",
  },
  site_locale: {
    ...choice(locales),
    fallback: "en",
    public: true,
    group: "site",
    says: "The language of the site and its dashboard.",
  },
  site_scheme: {
    ...choice(siteSchemes),
    fallback: "auto",
    public: true,
    group: "appearance",
    says: "What visitors see who have not chosen light or dark themselves; auto leaves it to their system.",
  },
  site_accent: {
    ...choice(accents),
    fallback: "brick",
    public: true,
    group: "appearance",
    says: "The colour of links and marks.",
  },
  page_cache_size: {
    ...whole(1_048_576, 8_589_934_592),
    fallback: 134_217_728,
    public: false,
    group: "site",
    says: "Bytes of memory for pages answered from memory; from the next start on.",
  },
  posts_per_page: {
    ...whole(1, 100),
    fallback: 13,
    public: true,
    group: "posts",
    says: "Posts on one page of a list.",
  },
  post_permalink: {
    ...choice(permalinks),
    fallback: "/archives/{slug}",
    public: true,
    group: "posts",
    says: "The addresses of posts; the others lead there. A sheet or page of the site comes before a post at /{slug}.",
  },
  feed_size: { ...whole(1, 100), fallback: 20, public: true, group: "posts", says: "Posts in the feed." },
  recycled_post_retention_time: {
    ...whole(1, 3650),
    fallback: 30,
    public: false,
    group: "posts",
    says: "Days after which what lies in the recycle bin is deleted for good.",
  },
  comment_new_need_check: {
    ...yesNo,
    fallback: true,
    public: true,
    group: "comments",
    says: "Comments of visitors wait until somebody approves them.",
  },
  comment_first_held: {
    ...yesNo,
    fallback: false,
    public: false,
    group: "comments",
    says: "Where they need not wait, the first one of each visitor does all the same.",
  },
  comment_max_links: {
    ...whole(0, 100),
    fallback: 2,
    public: false,
    group: "comments",
    says: "A comment with more links than this waits.",
  },
  comment_page_size: {
    ...whole(1, 100),
    fallback: 20,
    public: true,
    group: "comments",
    says: "Conversations on one page of comments.",
  },
  comment_closed_after_days: {
    ...whole(0, 36_500),
    fallback: 0,
    public: true,
    group: "comments",
    says: "Days after its publication when a text takes no more comments; 0: never.",
  },
  email_enabled: { ...yesNo, fallback: false, public: false, group: "mail", says: "Send mail over the server below." },
  email_host: { ...words(255), fallback: "", public: false, group: "mail", says: "The SMTP server." },
  email_port: {
    ...whole(1, 65_535),
    fallback: 587,
    public: false,
    group: "mail",
    says: "Its port: 587 with STARTTLS, 465 with TLS from the start.",
  },
  email_secure: {
    ...yesNo,
    fallback: false,
    public: false,
    group: "mail",
    says: "TLS from the start; otherwise STARTTLS is used where the server offers it, and required where a user name is set.",
  },
  email_user: {
    ...words(255),
    fallback: "",
    public: false,
    group: "mail",
    says: "The user name at the server; empty: no sign-in.",
  },
  email_password: {
    ...words(1023),
    fallback: "",
    public: false,
    secret: true,
    group: "mail",
    says: "The password at the server.",
  },
  email_from_name: {
    ...words(255),
    fallback: "",
    public: false,
    group: "mail",
    says: "The sender's name; the site's title without it.",
  },
  email_from_address: {
    schema: email.or(z.literal("")),
    kind: "text",
    max: 127,
    fallback: "",
    public: false,
    group: "mail",
    says: "The sender's e-mail address.",
  },
  attachment_max_size: {
    ...whole(1, 2_147_483_648),
    fallback: 52_428_800,
    public: false,
    group: "uploads",
    says: "Bytes of one upload at most; files sent together count together.",
  },
  attachment_allowed_types: {
    ...words(1023),
    fallback: "image/* audio/* video/* application/pdf application/zip text/plain",
    public: false,
    group: "uploads",
    says: "Media types that may be uploaded, separated by spaces.",
  },
  registration_enabled: {
    ...yesNo,
    fallback: false,
    public: true,
    group: "accounts",
    says: "Anyone may register as a SUBSCRIBER with a code mailed to them.",
  },
  api_enabled: { ...yesNo, fallback: true, public: true, group: "api", says: "Anyone may read /api/content." },
  api_allowed_origins: {
    ...words(4096),
    fallback: "",
    public: false,
    group: "api",
    says: "Origins whose pages may call the API from a browser, separated by spaces.",
  },
} as const satisfies Record<string, Known>;

export type OptionKey = keyof typeof knownOptions;
/** A secret appears here only as the mark that it is set. */
export type Options = { [K in OptionKey]: z.output<(typeof knownOptions)[K]["schema"]> };

export const optionKeys = Object.keys(knownOptions) as OptionKey[];
export const isKnown = (key: string): key is OptionKey => Object.hasOwn(knownOptions, key);
export const known = (key: OptionKey): Known => knownOptions[key];

/** The cache keys of answers that depend on these settings. */
export const settingKeys = (...keys: readonly OptionKey[]): string[] => keys.map((key) => `setting:${key}`);

/** Stands for a secret that is set; sending it back keeps the secret. */
export const SECRET_MARK = "••••";
