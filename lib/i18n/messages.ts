import type { Locale } from "../options/schema";
import en from "./messages/en.json";
import zhCN from "./messages/zh-CN.json";

export type Messages = typeof en;

const byLocale: Record<Locale, Messages> = { en, "zh-CN": zhCN };

/** All interface text of one language. */
export const messagesOf = (locale: Locale): Messages => byLocale[locale];

/** What is said on the server only, in public pages, mails and answers; no browser needs it. */
const publicOnly = new Set(["site", "home", "story", "post", "unlock", "discussion", "unsubscribe", "categories", "tags", "search", "archivePages", "journalPages", "linkPages", "pager", "missing", "setup", "login", "register", "mail", "refusals"]);

/** The text of the dashboard, for the part of it that runs in the browser. */
export const dashboardMessages = (locale: Locale) => Object.fromEntries(Object.entries(messagesOf(locale)).filter(([group]) => !publicOnly.has(group)));
