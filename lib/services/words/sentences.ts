import type { Locale, SiteLocale } from "../../core/languages";
import de from "./sentences/de.json";
import en from "./sentences/en.json";
import es from "./sentences/es.json";
import fr from "./sentences/fr.json";
import ja from "./sentences/ja.json";
import zhCN from "./sentences/zh-CN.json";
import zhTW from "./sentences/zh-TW.json";

export type Sentences = typeof en;

const byLocale: Record<Locale, Sentences> = { en, "zh-CN": zhCN };

/** The text of mails and refusals, filled in outside of pages; the build compiles the text of pages. */
export const sentencesOf = (locale: Locale): Sentences => byLocale[locale];

const mails: Record<SiteLocale, Sentences["mail"]> = {
  en: en.mail,
  "zh-CN": zhCN.mail,
  "zh-TW": zhTW.mail,
  de: de.mail,
  fr: fr.mail,
  es: es.mail,
  ja: ja.mail,
};

/** The text of mails, in the language of who reads them. */
export const mailsOf = (locale: SiteLocale): Sentences["mail"] => mails[locale];
