import type { Database } from "../../../db";
import { remembered } from "../../core/remembered";
import { settingKeys } from "../../core/settings";
import { draftedOptions } from "../../core/cache-keys";
import { amongOthers } from "../../text/html/ids-among";
import { renderContent } from "../../services/rendering/renderer";

const render = async (markdown: string): Promise<string> => {
  const { html } = await renderContent({
    editorType: "MARKDOWN",
    originalContent: markdown,
    keepRaw: false,
    isOwners: true,
  });
  return amongOthers(html, "foot");
};

/** The text at the foot of pages as HTML, rendered once until it changes. */
export async function footerHtml(db: Database, markdown: string): Promise<string> {
  if (markdown.trim() === "") return "";
  if (draftedOptions()?.site_footer !== undefined) return render(markdown);
  // By the text itself: a page may have read the options before they changed, and come here after.
  return remembered(db, `footer ${markdown}`, { cacheKeys: settingKeys("site_footer") }, () => render(markdown));
}
