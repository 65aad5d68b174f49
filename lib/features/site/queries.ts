import { noInput } from "../../core/fields";
import { query } from "../../core/operation";
import { settingKeys } from "../../core/settings";
import { allMenus } from "../menus/queries";
import { addressOf, readOptions } from "../../services/settings/reading";
import { isInstalled } from "../accounts/users/installed";
import { site } from "./schema";

const shown = [
  "site_title",
  "site_description",
  "site_url",
  "site_locale",
  "site_scheme",
  "site_accent",
  "posts_per_page",
  "feed_size",
  "post_permalink",
] as const;

/** What every public page needs to know of the site. */
export const getSite = query("getSite", {
  can: "read the site",
  input: noInput,
  output: site,
  reads: () => ["site", "menus", ...settingKeys(...shown)],
  run: async ({ db }) => {
    const [known, installed, menu] = await Promise.all([readOptions(db), isInstalled(db), allMenus(db)]);
    return {
      installed,
      title: known.site_title,
      description: known.site_description,
      url: addressOf(known),
      locale: known.site_locale,
      scheme: known.site_scheme,
      accent: known.site_accent,
      postsPerPage: known.posts_per_page,
      feedSize: known.feed_size,
      permalink: known.post_permalink,
      menu,
    };
  },
});
