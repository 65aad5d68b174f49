import { getRequestConfig } from "next-intl/server";
import { siteLocale } from "../lib/doors/page";
import { messagesOf } from "../lib/services/words/messages";

/** Public pages have the site's language; addresses have no language prefix. */
export default getRequestConfig(async () => {
  const locale = await siteLocale();
  return { locale, messages: messagesOf(locale), timeZone: "UTC" };
});
