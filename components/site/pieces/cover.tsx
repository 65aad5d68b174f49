import type { SiteLook } from "../../../lib/core/looks";
import type { Cover as Picture } from "../../../lib/features/attachments/schema";
import { type Place, widthsOf } from "./places";
import { type Metas, metasOf } from "./text-metas";

/** A cover: its address, the point that stays in sight, and its data where it is an upload. */
export type Covered = { thumbnail?: string; coverX?: number; coverY?: number; cover: Picture | null };

/** The proportions of all covers, as in the style. */
const SHAPE = 16 / 9;

/** A picture wider than these proportions shows its middle, so all of it is wider than its place by this factor. */
function sizesOf(place: Place, look: SiteLook, { width, height }: Picture): string {
  const factor = Math.max(1, width / height / SHAPE);
  return widthsOf(place, look)
    .map(([condition, length, unit]) => `${condition} ${Math.round(length * factor)}${unit}`.trim())
    .join(", ");
}

/**
 * The class of the style for the nearest quarter of a side; none for the middle. The policy allows no style attributes,
 * and every page carries these rules.
 */
const towards = (side: "x" | "y", percent = 50): string => {
  const quarter = Math.round(percent / 25);
  return quarter === 2 ? "" : ` ${side}${quarter}`;
};

type Props = { of: Covered; place: Place; look: SiteLook; first?: boolean; alt?: string };

/**
 * A picture above a story; the title describes it, so its alternative text is empty unless given. Its place has its height before it
 * loads: by its size, unless it is on another host, and by its style.
 */
export function Cover({ of: { thumbnail, coverX, coverY, cover }, place, look, first, alt = "" }: Props) {
  if (!thumbnail) return null;
  const sized = cover && {
    width: cover.width,
    height: cover.height,
    ...(cover.srcSet && { srcSet: cover.srcSet, sizes: sizesOf(place, look, cover) }),
  };
  return (
    <img
      className={`plate${place === "hero" ? " hero" : ""}${towards("x", coverX)}${towards("y", coverY)}`}
      {...sized}
      src={cover?.url ?? thumbnail}
      alt={alt}
      decoding="async"
      {...(first ? { fetchPriority: "high" } : { loading: "lazy" })}
    />
  );
}

/** The cover of a text on its own page, with the words that were given for it. */
export function TextCover({ of, look }: { of: Covered & { metas?: Metas }; look: SiteLook }) {
  const { coverAlt, coverCaption } = metasOf(of.metas);
  const picture = <Cover of={of} place="story" look={look} first alt={coverAlt} />;
  if (!of.thumbnail || coverCaption === "") return picture;
  return (
    <figure>
      {picture}
      <figcaption>{coverCaption}</figcaption>
    </figure>
  );
}
