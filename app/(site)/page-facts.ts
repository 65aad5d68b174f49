import type { Facts, SocialImage } from "../../components/site/head";
import type { Site } from "../../lib/features/site/schema";

type Told = Omit<NonNullable<Facts["shared"]>, "title"> & {
  site: Site;
  /** The site's own name unless given. */
  title?: string;
  description?: string;
  keywords?: string;
  image?: SocialImage;
  hidden?: boolean;
};

/** What a page of the site says of itself in its head. */
export function pageFacts({ site, title, description, keywords, hidden, ...shared }: Told): Facts {
  return {
    title: title ? `${title} — ${site.title}` : site.title,
    description: description || site.description || undefined,
    keywords: keywords?.trim(),
    robots: hidden ? "noindex" : undefined,
    shared: { ...shared, title: title ?? site.title },
  };
}
