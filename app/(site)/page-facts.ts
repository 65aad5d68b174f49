import type { Facts, SocialImage } from "../../components/site/head";
import { type Metas, metasOf } from "../../components/site/pieces/text-metas";
import type { Site } from "../../lib/features/site/schema";
import { cardImage } from "../../lib/features/site/card-address";
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

type CardText = {
  id: number;
  title: string;
  status: string;
  locked: boolean;
  metas?: Metas;
  thumbnail?: string;
  coverX?: number;
  coverY?: number;
};

/** The pictures that other sites show of a text: those that were chosen for them, or a card that is made here. */
export async function cardImages(site: Site, kind: "post" | "sheet", text: CardText) {
  const { image, twitterImage } = metasOf(text.metas);
  const [chosen, ofTwitter, cover] = await Promise.all([
    socialImage(image),
    socialImage(twitterImage),
    socialImage(text.thumbnail),
  ]);
  const isOpen = text.status === "PUBLISHED" && !text.locked;
  const uploaded = cover?.width === undefined ? undefined : cover;
  const made = isOpen ? cardImage({ kind, id: text.id }, site, { ...text, cover: uploaded }) : undefined;
  return { image: chosen ?? made, twitterImage: ofTwitter };
}

/** The picture that other sites show of pages about no single text. */
export async function siteCard(site: Site): Promise<SocialImage> {
  const cover = await socialImage(site.homeCover);
  const uploaded = cover?.width === undefined ? undefined : cover;
  return cardImage({ kind: "site", id: 0 }, site, { title: site.title, cover: uploaded });
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
