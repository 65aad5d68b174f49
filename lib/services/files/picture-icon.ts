import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Examined } from "./examine";
import { broken, open } from "./picture";

/** The size of the icon on telephones' home screens, which paint black behind what is transparent. */
const HOME_SCREEN = 180;

/** Makes a square PNG of the first frame of a picture, all of which can be seen. */
export async function makeIcon(file: string, folder: string, pixels: number): Promise<Examined> {
  const out = join(folder, `icon-${pixels}`);
  const isOpaque = pixels === HOME_SCREEN;
  const background = isOpaque ? "#fff" : { r: 0, g: 0, b: 0, alpha: 0 };
  const image = open(file).autoOrient().resize(pixels, pixels, { fit: "contain", background }).toColourspace("srgb");
  if (isOpaque) image.flatten({ background });
  const bytes = await image
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch((error: unknown) => {
      throw broken(error);
    });
  await writeFile(out, bytes, { mode: 0o600 });
  return { mediaType: "image/png", suffix: "png", file: out, picture: null };
}
