import { z } from "zod";
import { absoluteUrl, text } from "../core/fields";

export const locales = ["en", "zh-CN"] as const;
export type Locale = (typeof locales)[number];

/** What visitors see who have not chosen light or dark themselves; `auto` leaves it to their system. */
export const siteSchemes = ["auto", "light", "dark"] as const;
/** The colours of links and marks, each in a shade for light and one for dark (`app/(site)/tokens.css`). */
export const accents = ["brick", "sea", "pine", "plum", "ochre", "ink"] as const;

/**
 * The options the program knows: type and bounds of each, its default, and whether strangers may
 * read it. Stored as text in the options table; what is not stored has its default.
 */
export const knownOptions = {
  site_title: { schema: text(255), fallback: "Broadsheet", public: true },
  site_description: { schema: text(1023), fallback: "", public: true },
  site_url: { schema: absoluteUrl(1023).or(z.literal("")), fallback: "", public: true },
  site_locale: { schema: z.enum(locales), fallback: "en", public: true },
  site_scheme: { schema: z.enum(siteSchemes), fallback: "auto", public: true },
  site_accent: { schema: z.enum(accents), fallback: "brick", public: true },
  posts_per_page: { schema: z.coerce.number().int().min(1).max(100), fallback: 13, public: true },
  feed_size: { schema: z.coerce.number().int().min(1).max(100), fallback: 20, public: true },
  api_enabled: { schema: z.stringbool(), fallback: true, public: true },
  /** Origins that may call the API from a browser, separated by spaces. */
  api_allowed_origins: { schema: text(4096), fallback: "", public: false },
  /** Bytes of memory for pages answered from memory. */
  page_cache_size: { schema: z.coerce.number().int().min(1_048_576).max(8_589_934_592), fallback: 134_217_728, public: false },
  recycled_post_retention_time: { schema: z.coerce.number().int().min(1).max(3650), fallback: 30, public: false },
} as const satisfies Record<string, { schema: z.ZodType; fallback: unknown; public: boolean }>;

export type OptionKey = keyof typeof knownOptions;
export type Options = { [K in OptionKey]: z.output<(typeof knownOptions)[K]["schema"]> };

/** What every public page needs to know of the site. */
export const site = z.object({
  installed: z.boolean(),
  title: z.string(),
  description: z.string(),
  /** Absolute address without a trailing slash; from SITE_URL, the option, or this machine. */
  url: z.string(),
  locale: z.enum(locales),
  scheme: z.enum(siteSchemes),
  accent: z.enum(accents),
  postsPerPage: z.int(),
  feedSize: z.int(),
});

export type Site = z.output<typeof site>;
