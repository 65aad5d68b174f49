import type { Locale } from "../../core/settings";
import en from "./messages/en.json";
import zhCN from "./messages/zh-CN.json";

export type Messages = typeof en;

const byLocale: Record<Locale, Messages> = { en, "zh-CN": zhCN };

/** All text of pages in one language, compiled by the build (`next.config.mjs`), so that no browser parses it. */
export const messagesOf = (locale: Locale): Messages => byLocale[locale];

/** Text of public pages only; these are made on the server, so no browser needs it. */
const publicOnly = new Set([
  "site",
  "home",
  "story",
  "post",
  "unlock",
  "discussion",
  "unsubscribe",
  "categories",
  "tags",
  "photos",
  "search",
  "archivePages",
  "journalPages",
  "linkPages",
  "pager",
  "missing",
  "setup",
  "login",
  "register",
]);

/** The dashboard's text, for its part in the browser. */
export const dashboardMessages = (locale: Locale) =>
  Object.fromEntries(Object.entries(messagesOf(locale)).filter(([group]) => !publicOnly.has(group)));
