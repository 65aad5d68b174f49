import type { Locale } from "../../core/settings";
import en from "./sentences/en.json";
import zhCN from "./sentences/zh-CN.json";

export type Sentences = typeof en;

const byLocale: Record<Locale, Sentences> = { en, "zh-CN": zhCN };

/** What mails and refusals say. They are filled in where no page is; the text of pages is compiled by the build. */
export const sentencesOf = (locale: Locale): Sentences => byLocale[locale];
