import type { Facts, SocialImage } from "../../components/site/head";
import { cardOf } from "../../components/site/social-card";
import type { Site } from "../../lib/features/site/schema";

type Told = Omit<NonNullable<Facts["shared"]>, "title" | "description"> & {
  site: Site;
  /** The site's own name unless given. */
  title?: string;
  description?: string;
  keywords?: string;
  image?: SocialImage;
  hidden?: boolean;
  /** The text's own fields. */
  metas?: readonly { key: string; value: string }[];
};

/** What a page of the site says of itself in its head. */
export function pageFacts({ site, title, description, keywords, hidden, metas, ...shared }: Told): Facts {
  const card = cardOf(metas);
  return {
    title: title ? `${title} — ${site.title}` : site.title,
    description: description || site.description || undefined,
    keywords: keywords?.trim(),
    robots: hidden ? "noindex" : undefined,
    shared: {
      ...shared,
      title: card.title || (title ?? site.title),
      ...(card.description && { description: card.description }),
    },
  };
}
