/**
 * Slugs that no sheet may have, since the site uses these addresses or will. A test compares them with the folders of
 * `app/`. Dots of file names are hyphens here.
 */
export const reservedSlugs: ReadonlySet<string> = new Set(
  `admin api api-docs archives assets authors cards categories comments confirm demo feed feeds fonts health icons index install
  journals links login logout markdown menus next page pages photos posts preview register rss
  scheme search set-password setup sheets sitemap static tags unlock unsubscribe uploads users
  atom-xml favicon-ico favicon-svg icon-180-png feed-json feed-xml index-html llms-txt opensearch-xml own-css own-js photos-css photos-js players-js robots-txt seek-js site-js site-webmanifest sitemap-xml`.split(
    /\s+/,
  ),
);
