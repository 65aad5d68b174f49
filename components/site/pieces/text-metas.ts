/** Own fields of a text that mean something to its page, by the names that other systems use, too. */
export const metaNames = {
  searchTitle: "meta_title",
  title: "og_title",
  description: "og_description",
  image: "og_image",
  twitterTitle: "twitter_title",
  twitterDescription: "twitter_description",
  twitterImage: "twitter_image",
  coverAlt: "feature_image_alt",
  coverCaption: "feature_image_caption",
} as const;

export type Metas = readonly { key: string; value: string }[];

const isAddress = (value: string): boolean =>
  /^(https?:\/\/|\/(?!\/))/i.test(value) && URL.canParse(value, "http://localhost");

/** What the own fields of a text say of its page; "" where nothing was written. */
export function metasOf(metas: Metas = []): Record<keyof typeof metaNames, string> {
  const given = (name: keyof typeof metaNames) => metas.find(({ key }) => key === metaNames[name])?.value.trim() ?? "";
  const image = (name: "image" | "twitterImage") => (isAddress(given(name)) ? given(name) : "");
  return {
    searchTitle: given("searchTitle"),
    title: given("title"),
    description: given("description"),
    image: image("image"),
    twitterTitle: given("twitterTitle"),
    twitterDescription: given("twitterDescription"),
    twitterImage: image("twitterImage"),
    coverAlt: given("coverAlt"),
    coverCaption: given("coverCaption"),
  };
}
