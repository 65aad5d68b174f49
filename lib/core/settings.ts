import { z } from "zod";
import { appearanceOptions } from "./appearance";
import { absoluteUrl, email, timeZone } from "./fields";
import { siteLocales } from "./languages";
import { publishingOptions } from "./publishing";
import { choice, type Known, optionGroups, server, whole, words, yesNo } from "./setting-kinds";

/** The patterns of posts' addresses, with dates in the site's time zone. */
export const permalinks = ["/archives/{slug}", "/{slug}", "/{yyyy}/{mm}/{slug}", "/{yyyy}/{mm}/{dd}/{slug}"] as const;

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
    group: "addresses",
    ruling: true,
    says: "The site's public address; SITE_URL takes precedence.",
  },
  site_locale: {
    ...choice(siteLocales),
    fallback: "en",
    public: true,
    group: "site",
    says: "The language of public pages and mails; the dashboard's as well, where it has that.",
  },
  site_timezone: {
    schema: timeZone,
    kind: "zone",
    max: 100,
    fallback: "UTC",
    public: true,
    group: "site",
    says: "The time zone of dates on public pages and in addresses, of the archive, of weekly mails and of the statistics, such as Europe/Lisbon.",
  },
  first_steps: { ...yesNo, fallback: true, public: false, group: "site", says: "The dashboard shows first steps." },
  ...appearanceOptions,
  page_cache_size: {
    ...whole(1_048_576, 8_589_934_592),
    unit: "bytes",
    fallback: 134_217_728,
    public: false,
    group: "site",
    ruling: true,
    says: "Bytes of memory for kept pages; takes effect at the next start.",
  },
  posts_per_page: {
    ...whole(1, 100),
    fallback: 13,
    public: true,
    group: "posts",
    says: "Posts per page of a list.",
  },
  post_permalink: {
    ...choice(permalinks),
    fallback: "/archives/{slug}",
    public: true,
    group: "addresses",
    says: "The pattern of post addresses; other patterns redirect to it. At /{slug} a sheet or a page of the site comes before a post.",
  },
  feed_size: { ...whole(1, 100), fallback: 20, public: true, group: "posts", says: "Posts in the feed." },
  ...publishingOptions,
  recycled_post_retention_time: {
    ...whole(1, 3650),
    fallback: 30,
    public: false,
    group: "posts",
    ruling: true,
    says: "Days after which texts in the recycle bin, and what else was deleted, are gone for good.",
  },
  comment_new_need_check: {
    ...yesNo,
    fallback: true,
    public: true,
    group: "comments",
    ruling: true,
    says: "Visitors' comments wait until somebody approves them.",
  },
  comment_first_held: {
    ...yesNo,
    fallback: false,
    public: false,
    group: "comments",
    says: "If comments need not wait, the first one of each visitor still does.",
  },
  comment_max_links: {
    ...whole(0, 100),
    fallback: 2,
    public: false,
    group: "comments",
    ruling: true,
    says: "A comment with more links than this waits.",
  },
  comment_order: {
    ...choice(["oldest", "newest"]),
    fallback: "oldest",
    public: true,
    group: "comments",
    says: "Which conversations come first below a text; replies always follow in their order.",
  },
  comment_page_size: {
    ...whole(1, 100),
    fallback: 20,
    public: true,
    group: "comments",
    says: "Conversations per page of comments.",
  },
  comment_closed_after_days: {
    ...whole(0, 36_500),
    fallback: 0,
    public: true,
    group: "comments",
    says: "Days after publication when comments close; 0: never.",
  },
  email_enabled: {
    ...yesNo,
    fallback: false,
    public: false,
    group: "mail",
    says: "Send mail through the SMTP server.",
  },
  email_host: { ...server, fallback: "", public: false, group: "mail", says: "The SMTP server." },
  email_port: {
    ...whole(1, 65_535),
    fallback: 587,
    public: false,
    group: "mail",
    says: "The port of the SMTP server: 587 with STARTTLS, 465 with TLS from the start.",
  },
  email_secure: {
    ...yesNo,
    fallback: false,
    public: false,
    group: "mail",
    says: "Use TLS from the start; otherwise STARTTLS is used if the server offers it, and required if a user name is set.",
  },
  email_user: {
    ...words(255),
    fallback: "",
    public: false,
    group: "mail",
    says: "The user name at the SMTP server; empty: no sign-in.",
  },
  email_password: {
    ...words(1023),
    fallback: "",
    public: false,
    secret: true,
    group: "mail",
    says: "The password at the SMTP server.",
  },
  email_from_name: {
    ...words(255),
    fallback: "",
    public: false,
    group: "mail",
    says: "The sender's name; default: the site's title.",
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
  follow_enabled: {
    ...yesNo,
    fallback: false,
    public: true,
    group: "mail",
    says: "Readers can follow the site by mail, where mail is set up.",
  },
  follow_mails_per_hour: {
    ...whole(1, 100_000),
    fallback: 500,
    public: false,
    group: "mail",
    says: "The most mails to followers in an hour; more wait.",
  },
  backup_schedule: {
    ...choice(["off", "daily", "weekly"]),
    fallback: "off",
    public: false,
    group: "backup",
    says: "When the site is backed up by itself; weekly: on Sundays.",
  },
  backup_hour: {
    ...whole(0, 23),
    fallback: 3,
    public: false,
    group: "backup",
    says: "The hour of scheduled backups, in UTC.",
  },
  backup_keep: {
    ...whole(1, 365),
    fallback: 7,
    public: false,
    group: "backup",
    says: "How many scheduled backups are kept; the last good one always is.",
  },
  attachment_max_size: {
    ...whole(1, 2_147_483_648),
    unit: "bytes",
    fallback: 52_428_800,
    public: false,
    group: "uploads",
    says: "The most bytes of one upload; files sent together count together.",
  },
  attachment_allowed_types: {
    ...words(1023),
    fallback: "image/* audio/* video/* application/pdf application/zip text/plain",
    public: false,
    group: "uploads",
    says: "Media types that may be uploaded, separated by spaces.",
  },
  import_max_size: {
    ...whole(1, 109_951_162_777_600),
    unit: "bytes",
    fallback: 4_294_967_296,
    public: false,
    group: "uploads",
    says: "The most bytes of a file that is sent to be imported, with the media sent beside it.",
  },
  import_fetch_limit: {
    ...whole(0, 109_951_162_777_600),
    unit: "bytes",
    fallback: 10_737_418_240,
    public: false,
    group: "uploads",
    says: "The most bytes that one import fetches from the old site.",
  },
  registration_enabled: {
    ...yesNo,
    fallback: false,
    public: true,
    group: "accounts",
    says: "Anyone may register as a SUBSCRIBER with a code sent by mail.",
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
/** The options of a group. */
export const keysOfGroup = (group: (typeof optionGroups)[number]): OptionKey[] =>
  optionKeys.filter((key) => known(key).group === group);
export const isKnown = (key: string): key is OptionKey => Object.hasOwn(knownOptions, key);
export const known = (key: OptionKey): Known => knownOptions[key];

/** The cache keys of answers that depend on these settings. */
export const settingKeys = (...keys: readonly OptionKey[]): string[] => keys.map((key) => `setting:${key}`);

/** Stands for a secret that is set; sending it back keeps the secret. */
export const SECRET_MARK = "••••";
