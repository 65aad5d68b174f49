import type { Locale } from "../../core/settings";
import en from "./messages/en.json";
import zhCN from "./messages/zh-CN.json";

export type Messages = typeof en;

const byLocale: Record<Locale, Messages> = { en, "zh-CN": zhCN };

/** All text of pages in one language; the build compiles it (`next.config.mjs`), so that no browser has to parse it. */
export const messagesOf = (locale: Locale): Messages => byLocale[locale];

/** What is said in public pages only, which are made on the server; no browser needs it. */
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

/** The text of the dashboard, for the part of it that runs in the browser. */
export const dashboardMessages = (locale: Locale) =>
  Object.fromEntries(Object.entries(messagesOf(locale)).filter(([group]) => !publicOnly.has(group)));
