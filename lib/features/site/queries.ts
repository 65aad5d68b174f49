import { noInput } from "../../core/fields";
import { query } from "../../core/operation";
import { siteLooks } from "../../core/looks";
import { settingKeys } from "../../core/settings";
import { allMenus } from "../menus/queries";
import { canBeFollowed } from "../../services/mail/queue";
import { addressOf, readOptions } from "../../services/settings/reading";
import { footerHtml } from "./footer";
import { isInstalled } from "../accounts/users/installed";
import { programTexts, site } from "./schema";

const shown = [
  "site_title",
  "site_description",
  "site_url",
  "site_locale",
  "site_timezone",
  "site_scheme",
  "site_look",
  "site_accent",
  "site_fonts",
  "home_layout",
  "site_width",
  "list_covers",
  "list_excerpts",
  "list_dates",
  "list_authors",
  "post_related",
  "post_share",
  "home_cover",
  "site_logo",
  "site_logo_dark",
  "site_icon",
  "site_footer",
  "posts_per_page",
  "feed_size",
  "post_permalink",
  "follow_enabled",
  "email_enabled",
  "about_line",
  "email_host",
  "email_from_address",
] as const;

/** The site's data for every public page. */
export const getSite = query("getSite", {
  can: "read the site",
  input: noInput,
  output: site,
  reads: () => ["site", "menus", ...settingKeys(...shown)],
  run: async ({ db }) => {
    const [known, installed, menu] = await Promise.all([readOptions(db), isInstalled(db), allMenus(db)]);
    const look = siteLooks[known.site_look];
    return {
      installed,
      title: known.site_title,
      description: known.site_description,
      url: addressOf(known),
      locale: known.site_locale,
      timeZone: known.site_timezone,
      scheme: known.site_scheme,
      look: known.site_look,
      accent: known.site_accent === "look" ? look.accent : known.site_accent,
      fonts: known.site_fonts === "look" ? look.fonts : known.site_fonts,
      homeLayout: known.home_layout === "look" ? look.layout : known.home_layout,
      width: known.site_width,
      lists: {
        covers: known.list_covers,
        excerpts: known.list_excerpts,
        dates: known.list_dates,
        authors: known.list_authors,
      },
      posts: { related: known.post_related, share: known.post_share },
      homeCover: known.home_cover,
      logo: known.site_logo,
      logoDark: known.site_logo_dark,
      hasIcon: known.site_icon !== "",
      footer: await footerHtml(db, known.site_footer),
      follow: canBeFollowed(known),
      aboutLine: known.about_line,
      postsPerPage: known.posts_per_page,
      feedSize: known.feed_size,
      permalink: known.post_permalink,
      menu,
    };
  },
});

/** What the owner says to programs: in feeds, and in files that they ask for by name. */
export const getProgramTexts = query("getProgramTexts", {
  can: "read the site",
  input: noInput,
  output: programTexts,
  reads: () => settingKeys("feed_content", "feed_hub", "robots_lines", "security_txt"),
  run: async ({ db }) => {
    const known = await readOptions(db);
    return {
      feedContent: known.feed_content,
      feedHub: known.feed_hub,
      robots: known.robots_lines,
      security: known.security_txt,
    };
  },
});
