import {
  createFormatter,
  createTranslator,
  type useFormatter as Formatting,
  type useTranslations as Translating,
} from "next-intl";
import { siteLocale, siteTimeZone } from "./page";
import type { SiteLocale } from "../core/languages";
import { siteMessagesOf } from "../services/words/site-messages";

type Translator = ReturnType<typeof Translating>;
type Formatter = ReturnType<typeof Formatting>;

/** Untyped, for names that are known at run time only. */
const makeTranslator = createTranslator as unknown as (about: {
  locale: SiteLocale;
  messages: object;
  namespace: string;
  timeZone: string;
}) => Translator;

const translators = new Map<string, Translator>();
/** By language and time zone. */
const formatters = new Map<string, Formatter>();

/** Shared by all pages: making the platform's formatters costs more than filling in a page's text. */
function translatorFor(locale: SiteLocale, namespace: string): Translator {
  const name = `${locale} ${namespace}`;
  let translator = translators.get(name);
  if (!translator) {
    translator = makeTranslator({ locale, messages: siteMessagesOf(locale), namespace, timeZone: "UTC" });
    translators.set(name, translator);
  }
  return translator;
}

function formatterFor(locale: SiteLocale, timeZone: string): Formatter {
  const name = `${locale} ${timeZone}`;
  let formatter = formatters.get(name);
  if (!formatter) formatters.set(name, (formatter = createFormatter({ locale, timeZone })));
  return formatter;
}

/** The texts of a public page, for what is awaited: its data. */
export const getTranslations = async (namespace: string, locale?: SiteLocale): Promise<Translator> =>
  translatorFor(locale ?? (await siteLocale()), namespace);

export const getFormatter = async (): Promise<Formatter> => formatterFor(await siteLocale(), await siteTimeZone());

type Manner = { locale: SiteLocale; timeZone: string };

/** The language and time zone of the page being rendered. A page is rendered in one go, so no other comes between. */
let rendered: Manner | undefined;

/** Renders a page in a language, with dates in a time zone. */
export function inLocale<T>(manner: Manner, render: () => T): T {
  rendered = manner;
  try {
    return render();
  } finally {
    rendered = undefined;
  }
}

function mannerOfPage(): Manner {
  if (rendered === undefined) throw new Error("Public components are rendered within inLocale.");
  return rendered;
}

/** The same for components. */
export const useTranslations = (namespace: string): Translator => translatorFor(mannerOfPage().locale, namespace);

export function useFormatter(): Formatter {
  const { locale, timeZone } = mannerOfPage();
  return formatterFor(locale, timeZone);
}

/** The time zone of a page's dates. */
export const useTimeZone = (): string => mannerOfPage().timeZone;
