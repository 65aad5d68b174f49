import type { SocialImage as Told } from "../../components/site/head";
import { listCovers } from "../../lib/features/attachments/covers";
import { type Cover, LONGEST_COVER, MOST_COVERS } from "../../lib/features/attachments/schema";
import { readAsVisitor } from "../../lib/doors/page";

/** The uploaded pictures among these addresses, in their order; no query without one. */
export async function coversAt(addresses: readonly (string | undefined)[]): Promise<(Cover | null)[]> {
  const wanted = [...new Set(addresses)].filter(
    (address): address is string =>
      address !== undefined && address.startsWith("/uploads/") && address.length <= LONGEST_COVER,
  );
  const found = new Map<string, Cover | null>();
  for (let at = 0; at < wanted.length; at += MOST_COVERS) {
    const asked = wanted.slice(at, at + MOST_COVERS);
    (await readAsVisitor(listCovers, { addresses: asked })).forEach((cover, index) =>
      found.set(asked[index] ?? "", cover),
    );
  }
  return addresses.map((address) => found.get(address ?? "") ?? null);
}

const coverAt = async (address: string | undefined) => (await coversAt([address]))[0] ?? null;

/** Records with the data of their covers. */
export async function withCovers<T extends { thumbnail?: string }>(
  all: readonly T[],
): Promise<(T & { cover: Cover | null })[]> {
  const covers = await coversAt(all.map(({ thumbnail }) => thumbnail));
  return all.map((each, index) => ({ ...each, cover: covers[index] ?? null }));
}

/** One record with the data of its cover. */
export const withCover = async <T extends { thumbnail?: string }>(one: T): Promise<T & { cover: Cover | null }> => ({
  ...one,
  cover: await coverAt(one.thumbnail),
});

/** A picture as other sites see it, with its size for a feed. */
export type SocialImage = Told & { bytes?: number | null };

/** The picture that other sites show beside a link; none for drawings, which they cannot show. */
export async function socialImage(address: string | undefined): Promise<SocialImage | undefined> {
  if (!address) return undefined;
  const cover = await coverAt(address);
  if (cover)
    return cover.social
      ? {
          url: cover.social.url,
          width: cover.social.width,
          height: cover.social.height,
          type: cover.social.mediaType,
          bytes: cover.social.size,
        }
      : undefined;
  const isDrawing =
    URL.canParse(address, "http://localhost") &&
    new URL(address, "http://localhost").pathname.toLowerCase().endsWith(".svg");
  return isDrawing ? undefined : { url: address };
}
