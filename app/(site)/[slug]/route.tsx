import { permanentRedirect } from "next/navigation";
import { findPlace } from "../../../lib/doors/page";
import { places } from "../../../lib/features/site/places";
import { topForms } from "../forms";
import { postPage } from "../post-page";
import { sheetPage } from "../sheet-page";
import { sitePage } from "../site-page";

/** A sheet, or a post where posts are at the top of the site. */
export const { GET, POST } = sitePage<{ slug: string }>(async (asked, site) => {
  const { post, sheet, movedTo } = await findPlace(places["/[slug]"], asked.params);
  if (post) return postPage(site, post, asked);
  return sheet ? sheetPage(site, sheet, asked) : permanentRedirect(movedTo ?? "/");
}, topForms);
