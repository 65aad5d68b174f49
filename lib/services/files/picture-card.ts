import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { type Card, drawCard } from "../cards/drawing";
import type { Examined } from "./examine";
import { broken, open } from "./picture";

/** Makes the PNG of a card, with the picture of this file as its cover; "": without one. */
export async function makeCard(card: Card, cover: string, folder: string): Promise<Examined> {
  const out = join(folder, "card");
  const { svg, cover: place } = drawCard(card);
  // From memory come only our own drawings; what people upload is read from files, of which drawings stay refused.
  sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });
  const image = sharp(Buffer.from(svg));
  if (place) {
    const { left, top, width, height } = place;
    const picture = await open(cover)
      .autoOrient()
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
