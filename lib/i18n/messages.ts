import type { Locale } from "../options/schema";
import en from "./messages/en.json";
import zhCN from "./messages/zh-CN.json";

export type Messages = typeof en;

const byLocale: Record<Locale, Messages> = { en, "zh-CN": zhCN };

/** All interface text of one language. */
export const messagesOf = (locale: Locale): Messages => byLocale[locale];
