import type { Locale } from "../../core/settings";
import en from "./sentences/en.json";
import zhCN from "./sentences/zh-CN.json";

export type Sentences = typeof en;

const byLocale: Record<Locale, Sentences> = { en, "zh-CN": zhCN };

/** The text of mails and refusals, filled in outside of pages; the build compiles the text of pages. */
export const sentencesOf = (locale: Locale): Sentences => byLocale[locale];
