import { query } from "../../core/operation";
import { placeOf } from "../../text/uploads";
import { variantUrl } from "../../services/files/names";
import { type Picture, picturesAt, pinned } from "./pictures";
import * as shape from "./schema";

/** The widest cover, in pixels: the widest column at two pixels to each of CSS. */
const WIDEST = 1600;
/** The smaller version for browsers that do not choose one. */
const USUAL = 960;

/** Types that hold a photograph of this width in some hundred kilobytes; a PNG or GIF may take many times that. */
const isCompact = (mediaType: string): boolean => ["image/jpeg", "image/webp", "image/avif"].includes(mediaType);

function coverOf(picture: Picture): shape.Cover {
  const { width, height, variants, version, mediaType } = picture;
  const size = { width: width ?? 0, height: height ?? 0 };
  const original = { ...size, url: pinned(picture).url, mediaType, size: null };
  const smaller = variants
    .filter((variant) => variant.width <= WIDEST)
    .map((variant) => ({
      ...variant,
      url: `${variantUrl(picture, variant.width)}?v=${version}`,
      mediaType: "image/webp",
    }));
  const usual = smaller.findLast((variant) => variant.width <= USUAL) ?? smaller[0];
  // Pages never show the upload itself, unless it has no smaller version.
  const offered =
    smaller.length > 0 && original.width <= WIDEST && isCompact(mediaType) ? [...smaller, original] : smaller;
  const mayTravel = original.width <= WIDEST && mediaType !== "image/svg+xml";
  return {
    ...size,
    url: usual?.url ?? original.url,
    srcSet: offered.map(({ url, width: wide }) => `${url} ${wide}w`).join(", "),
    social: smaller.at(-1) ?? (mayTravel ? original : null),
  };
}

/** The uploaded pictures among some addresses, as covers. */
export const listCovers = query("listCovers", {
  can: "read the site",
  input: shape.coverAddresses,
  output: shape.covers,
  reads: ({ addresses }) => (addresses.some((address) => placeOf(address)) ? ["attachments"] : []),
  run: async ({ db }, { addresses }) => {
    const pictures = await picturesAt(db, addresses);
    return addresses.map((address) => {
      const picture = pictures.get(placeOf(address)?.folder ?? "");
      return picture ? coverOf(picture) : null;
    });
  },
});
