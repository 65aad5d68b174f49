import { getTranslations } from "../../lib/doors/words";

/** What the script of the page writes on the buttons that copy code; nothing for a text without code. */
export async function copyWords(html = "") {
  const t = await getTranslations("post");
  return html.includes("<pre") ? { "data-copy": t("copy"), "data-copied": t("copied") } : {};
}
