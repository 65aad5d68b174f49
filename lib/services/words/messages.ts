import type { Locale } from "../../core/languages";
import en from "./messages/en.json";
import zhCN from "./messages/zh-CN.json";

export type Messages = typeof en;

const byLocale: Record<Locale, Messages> = { en, "zh-CN": zhCN };

/** All text of pages in one language, compiled by the build (`next.config.mjs`), so that no browser parses it. */
export const messagesOf = (locale: Locale): Messages => byLocale[locale];

/** The groups of words that public pages show; the dashboard's browser needs none of them. */
export const siteGroups = [
  "site",
  "home",
  "story",
  "post",
  "unlock",
  "discussion",
  "ownBar",
  "unsubscribe",
  "follow",
  "categories",
  "tags",
  "authors",
  "photos",
  "search",
  "archivePages",
  "journalPages",
  "linkPages",
  "pager",
  "missing",
] as const;

/** Text that pages get from the server: public pages are made there, and settings and the audit log come with their words. */
const serverOnly = new Set<string>([...siteGroups, "setup", "login", "register", "options", "operations"]);

/** The dashboard's text, for its part in the browser. */
export const dashboardMessages = (locale: Locale) =>
  Object.fromEntries(Object.entries(messagesOf(locale)).filter(([group]) => !serverOnly.has(group)));
