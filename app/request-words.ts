import { getRequestConfig } from "next-intl/server";
import { siteLocale } from "../lib/doors/page";
import { messagesOf } from "../lib/services/words/messages";

/** The site's language decides on public pages; there are no language prefixes in addresses. */
export default getRequestConfig(async () => {
  const locale = await siteLocale();
  return { locale, messages: messagesOf(locale), timeZone: "UTC" };
});
