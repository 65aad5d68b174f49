import { getRequestConfig } from "next-intl/server";
import { ownLocale, ownTimeZone } from "../lib/doors/page";
import { messagesOf } from "../lib/services/words/messages";

/** The dashboard has the language and the time zone of whoever reads it; addresses have no language prefix. */
export default getRequestConfig(async () => {
  const [locale, { first }] = await Promise.all([ownLocale(), ownTimeZone()]);
  return { locale, messages: messagesOf(locale), timeZone: first };
});
