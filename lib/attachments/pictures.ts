import { inArray } from "drizzle-orm";
import type { Database } from "../../db";
import { attachments } from "../../db/schema";
import { placeOf, urlOf, variantUrl } from "./names";

/** Widest a picture stands in a text, in CSS pixels; narrower screens show it over their whole width. */
const TEXT_WIDTH = 720;

const image = /<img((?:\s+[a-z:-]+(?:="[^"]*")?)*)\s*>/gi;
const attribute = (name: string) => new RegExp(`\\s${name}="([^"]*)"`, "i");
const source = attribute("src");
/** What stands at the end of a tag that this has been at before; what an author says of the size stands before it, and stays. */
const added = /(?: srcset="[^"]*" sizes="[^"]*")?(?: width="\d+" height="\d+")?$/;
const isPinned = /\ssrc="[^"]*\?v=/i;
const givenWidth = attribute("width");
const saysSize = /\s(?:width|height)="/i;

export type Picture = Pick<typeof attachments.$inferSelect, "folder" | "fileName" | "version" | "width" | "height" | "variants" | "placeholder" | "mediaType" | "takeTime">;

const { folder, fileName, version, width, height, variants, placeholder, mediaType, takeTime } = attachments;
const columns = { folder, fileName, version, width, height, variants, placeholder, mediaType, takeTime };

/** The pictures among our attachments that some addresses name, by their folder. */
export async function picturesAt(db: Database, addresses: readonly string[]): Promise<Map<string, Picture>> {
  const folders = [...new Set(addresses.flatMap((address) => placeOf(address)?.folder ?? []))];
  const found = new Map<string, Picture>();
  // In parts: an engine takes so many values at once.
  for (let at = 0; at < folders.length; at += 100)
    for (const row of await db.select(columns).from(attachments).where(inArray(attachments.folder, folders.slice(at, at + 100)))) if (row.width !== null) found.set(row.folder, row);
  return found;
}

/** Every address of a picture in its present version: such an address never changes what it shows, so browsers may keep it. */
export const pinned = (picture: Picture): { url: string; srcSet: string | undefined } => ({
  url: `${urlOf(picture)}?v=${picture.version}`,
  srcSet:
    picture.variants.length === 0 || picture.width === null
      ? undefined
      : [...picture.variants.map((variant) => `${variantUrl(picture, variant.width)}?v=${picture.version} ${variant.width}w`), `${urlOf(picture)}?v=${picture.version} ${picture.width}w`].join(", "),
});

function withSizes(attributes: string, picture: Picture): string {
  const { url, srcSet } = pinned(picture);
  const given = (isPinned.test(attributes) ? attributes.replace(added, "") : attributes).replace(source, ` src="${url}"`);
  const shown = Math.min(TEXT_WIDTH, Number(givenWidth.exec(given)?.[1]) || TEXT_WIDTH);
  const smaller = srcSet === undefined || /\ssrcset="/i.test(given) ? "" : ` srcset="${srcSet}" sizes="(min-width: ${shown}px) ${shown}px, 100vw"`;
  return `<img${given}${smaller}${saysSize.test(given) ? "" : ` width="${picture.width}" height="${picture.height}"`}>`;
}

/** Gives each picture of ours in a rendered text its size, its smaller versions and its present version; the rest stays as it is. */
export async function withPictures(db: Database, html: string): Promise<string> {
  if (!html.includes('src="/uploads/')) return html;
  const addressOf = (attributes: string) => source.exec(attributes)?.[1] ?? "";
  const found = await picturesAt(db, [...html.matchAll(image)].map((match) => addressOf(match[1] ?? "")));
  return html.replace(image, (all, attributes: string) => {
    const picture = found.get(placeOf(addressOf(attributes))?.folder ?? "");
    return picture ? withSizes(attributes, picture) : all;
  });
}
