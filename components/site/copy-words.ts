import type { SiteLocale } from "../../lib/core/languages";
import { getTranslations } from "../../lib/doors/words";

/** What the script of the page writes on the buttons that copy code; nothing for a text without code. */
export async function copyWords(html = "", locale?: SiteLocale) {
  const t = await getTranslations("post", locale);
  return html.includes("<pre") ? { "data-copy": t("copy"), "data-copied": t("copied") } : {};
}
