/** The languages of the dashboard. */
export const locales = ["en", "zh-CN"] as const;
export type Locale = (typeof locales)[number];

/** The languages of public pages and mails. */
export const siteLocales = [...locales, "zh-TW", "de", "fr", "es", "ja"] as const;
export type SiteLocale = (typeof siteLocales)[number];

/** Language and script of a tag: "zh-Hant" for "zh_HK". */
function writtenAs(tag: string): [language: string, script: string] {
  try {
    const { language, script } = new Intl.Locale(tag.replaceAll("_", "-")).maximize();
    return [language, script ?? ""];
  } catch {
    return ["", ""];
  }
}

/** The one of these languages that a wish means: the same, one in the same script, or the same in another script. */
function meantOf<L extends string>(known: readonly L[], wish: string): L | undefined {
  const [language, script] = writtenAs(wish);
  const alike = language === "" ? [] : known.filter((each) => writtenAs(each)[0] === language);
  return (
    alike.find((each) => each.toLowerCase() === wish.toLowerCase().replaceAll("_", "-")) ??
    alike.find((each) => writtenAs(each)[1] === script) ??
    alike[0]
  );
}

/** Scripts that run from right to left. */
const fromRight = new Set(["Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Adlm", "Rohg"]);

/** The direction of a language's usual script. */
export const directionOf = (language: string): "rtl" | "ltr" => (fromRight.has(writtenAs(language)[1]) ? "rtl" : "ltr");

/** The dashboard's language that a wish means. */
export const meantLocale = (wish: string): Locale | undefined => meantOf(locales, wish);

/** The same, or English. */
export const nearestLocale = (wish: string): Locale => meantLocale(wish) ?? "en";

/** The language of public pages and mails that a wish means. */
export const meantSiteLocale = (wish: string): SiteLocale | undefined => meantOf(siteLocales, wish);
