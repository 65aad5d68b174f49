import {
  createFormatter,
  createTranslator,
  type useFormatter as Formatting,
  type useTranslations as Translating,
} from "next-intl";
import { siteLocale } from "./page";
import type { SiteLocale } from "../core/languages";
import { siteMessagesOf } from "../services/words/site-messages";

type Translator = ReturnType<typeof Translating>;
type Formatter = ReturnType<typeof Formatting>;

/** The time zone of public pages, which are the same for everybody. */
const timeZone = "UTC";

/** Untyped, for names that are known at run time only. */
const makeTranslator = createTranslator as unknown as (about: {
  locale: SiteLocale;
  messages: object;
  namespace: string;
  timeZone: string;
}) => Translator;

const translators = new Map<string, Translator>();
const formatters = new Map<SiteLocale, Formatter>();

/** Shared by all pages: making the platform's formatters costs more than filling in a page's text. */
function translatorFor(locale: SiteLocale, namespace: string): Translator {
  const name = `${locale} ${namespace}`;
  let translator = translators.get(name);
  if (!translator) {
    translator = makeTranslator({ locale, messages: siteMessagesOf(locale), namespace, timeZone });
    translators.set(name, translator);
  }
  return translator;
}

function formatterFor(locale: SiteLocale): Formatter {
  let formatter = formatters.get(locale);
  if (!formatter) formatters.set(locale, (formatter = createFormatter({ locale, timeZone })));
  return formatter;
}

/** The texts of a public page, for what is awaited: its data. */
export const getTranslations = async (namespace: string, locale?: SiteLocale): Promise<Translator> =>
  translatorFor(locale ?? (await siteLocale()), namespace);

export const getFormatter = async (): Promise<Formatter> => formatterFor(await siteLocale());

/** The language of the page being rendered. A page is rendered in one go, so no other comes between. */
let rendered: SiteLocale | undefined;

/** Renders a page in a language. */
export function inLocale<T>(locale: SiteLocale, render: () => T): T {
  rendered = locale;
  try {
    return render();
  } finally {
    rendered = undefined;
  }
}

function localeOfPage(): SiteLocale {
  if (rendered === undefined) throw new Error("Public components are rendered within inLocale.");
  return rendered;
}

/** The same for components. */
export const useTranslations = (namespace: string): Translator => translatorFor(localeOfPage(), namespace);

export const useFormatter = (): Formatter => formatterFor(localeOfPage());
