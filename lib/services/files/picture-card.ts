import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { type Card, drawCard } from "../cards/drawing";
import type { Examined } from "./examine";
import { broken, open } from "./picture";

type Size = { width: number; height: number };

/** The part of a picture that fills a place of these proportions, around a point in percent, as `object-position` has it. */
function partAround(picture: Size, place: Size, { x, y }: Card["focus"]) {
  const scale = Math.min(picture.width / place.width, picture.height / place.height);
  const width = Math.max(1, Math.round(place.width * scale));
  const height = Math.max(1, Math.round(place.height * scale));
  // An import may bring a point outside of the picture.
  const before = (rest: number, percent: number) => Math.round((rest * Math.min(100, Math.max(0, percent))) / 100);
  return { left: before(picture.width - width, x), top: before(picture.height - height, y), width, height };
}

/** Makes the PNG of a card, with the picture of this file as its cover; "": without one. */
export async function makeCard(card: Card, cover: string, folder: string): Promise<Examined> {
  const out = join(folder, "card");
  const { svg, cover: place } = drawCard(card);
  // From memory come only our own drawings; what people upload is read from files, of which drawings stay refused.
  sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });
  const image = sharp(Buffer.from(svg));
  if (place) {
    const { left, top, width, height } = place;
    const source = open(cover);
    const { autoOrient: size } = await source.metadata().catch((error: unknown) => {
      throw broken(error);
    });
    const picture = await source
      .autoOrient()
      .extract(partAround(size, place, card.focus))
      .resize(width, height, { fit: "cover" })
      .toColourspace("srgb")
      .flatten({ background: "#fff" })
      .png()
      .toBuffer()
      .catch((error: unknown) => {
        throw broken(error);
      });
    sharp.unblock({ operation: ["VipsForeignLoadPngBuffer"] });
    image.composite([{ input: picture, left, top }]);
  }
  await writeFile(out, await image.flatten({ background: "#fff" }).png({ compressionLevel: 9 }).toBuffer(), {
    mode: 0o600,
  });
  return { mediaType: "image/png", suffix: "png", file: out, picture: null };
}
