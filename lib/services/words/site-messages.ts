import type { SiteLocale } from "../../core/languages";
import type { Messages, siteGroups } from "./messages";
import de from "./messages/de.json";
import en from "./messages/en.json";
import es from "./messages/es.json";
import fr from "./messages/fr.json";
import ja from "./messages/ja.json";
import zhCN from "./messages/zh-CN.json";
import zhTW from "./messages/zh-TW.json";

/** The words of public pages; those of previews stand beside the editor's. */
export type SiteMessages = Pick<Messages, (typeof siteGroups)[number]> & {
  editor: Pick<Messages["editor"], "shared">;
};

const byLocale: Record<SiteLocale, SiteMessages> = { en, "zh-CN": zhCN, "zh-TW": zhTW, de, fr, es, ja };

/** All text of public pages in one language, compiled by the build like the dashboard's. */
export const siteMessagesOf = (locale: SiteLocale): SiteMessages => byLocale[locale];
