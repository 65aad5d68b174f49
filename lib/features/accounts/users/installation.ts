import type { Database } from "../../../../db";
import { options } from "../../../../db/schema";
import { AppError } from "../../../core/errors";
import { meantSiteLocale } from "../../../core/languages";
import { type OptionKey, settingKeys } from "../../../core/settings";
import { isInstalled } from "./installed";
import type { NewUser, SiteSetup } from "../schema";
import { withoutSlashAtEnd } from "../../../text/address-parts";

export type FirstOptions = Partial<Record<OptionKey, string>>;

/** Title, address and language, as the API's first account names them. */
export const optionsOfAccount = (input: NewUser): FirstOptions => ({
  site_title: input.title,
  ...(input.url && { site_url: withoutSlashAtEnd(input.url) }),
  ...(input.locale && { site_locale: meantSiteLocale(input.locale) ?? "en" }),
});

/** The fields of /setup. */
export const optionsOfSetup = ({
  title,
  description,
  url,
  locale,
  look,
  scheme,
  accent,
  postsPerPage,
}: SiteSetup): FirstOptions => ({
  site_title: title,
  ...(description && { site_description: description }),
  ...(url !== undefined && { site_url: url }),
  site_locale: locale,
  site_look: look,
  site_scheme: scheme,
  site_accent: accent,
  posts_per_page: String(postsPerPage),
});

/** What an installation with these options changes for visitors. */
export const touchedBy = (wanted: FirstOptions): string[] => [
  "site",
  ...settingKeys(...(Object.keys(wanted) as OptionKey[])),
];

export const installedAlready = () =>
  new AppError("conflict", "Somebody else has just installed this site. Please sign in instead.", {
    reason: "installed_already",
  });

/** Stores the site's first options, and refuses unless this transaction installs it. */
export async function claimSite(db: Database, wanted: FirstOptions, now: Date): Promise<void> {
  for (const [key, value] of Object.entries(wanted))
    await db
      .insert(options)
      .values({ key, type: "INTERNAL", value, createTime: now, updateTime: now })
      .onConflictDoUpdate({ target: options.key, set: { value, updateTime: now } });
  // Two installations meet at the unique key of the first option: PostgreSQL lets the second continue after the first
  // has committed, so that it sees the account here. SQLite has one writer.
  if (await isInstalled(db)) throw installedAlready();
}
