import type { Facts, SocialImage } from "../../components/site/head";
import { type Metas, metasOf } from "../../components/site/pieces/text-metas";
import type { Site } from "../../lib/features/site/schema";
import { socialImage } from "./covers";

type Told = Omit<NonNullable<Facts["shared"]>, "title" | "description" | "twitter"> & {
  site: Site;
  /** The site's own name unless given. */
  title?: string;
  description?: string;
  keywords?: string;
  image?: SocialImage;
  twitterImage?: SocialImage;
  hidden?: boolean;
  /** The text's own fields. */
  metas?: Metas;
};

/** The pictures that other sites show of a text: those that were chosen for them, or its cover. */
export async function cardImages({ metas, thumbnail }: { metas?: Metas; thumbnail?: string }) {
  const { image, twitterImage } = metasOf(metas);
  const [chosen, ofTwitter] = await Promise.all([socialImage(image || thumbnail), socialImage(twitterImage)]);
  return { image: chosen, twitterImage: ofTwitter };
}

/** What a page of the site says of itself in its head. */
export function pageFacts({ site, title, description, keywords, hidden, metas, twitterImage, ...shared }: Told): Facts {
  const own = metasOf(metas);
  return {
    title: own.searchTitle || (title ? `${title} — ${site.title}` : site.title),
    description: description || site.description || undefined,
    keywords: keywords?.trim(),
    robots: hidden ? "noindex" : undefined,
    shared: {
      ...shared,
      title: own.title || (title ?? site.title),
      ...(own.description && { description: own.description }),
      twitter: { title: own.twitterTitle, description: own.twitterDescription, image: twitterImage },
    },
  };
}
