import type { Cover as Picture } from "../../lib/features/attachments/schema";
import { type Metas, metasOf } from "./text-metas";

/** A cover: its address, and its data where it is an upload. */
export type Covered = { thumbnail?: string; cover: Picture | null };

/** The width of a cover in each place, by the width of the window; CSS lengths for `sizes`. */
const places = {
  lead: [
    ["(min-width: 76rem)", 46, "rem"],
    ["(min-width: 56rem)", 62, "vw"],
    ["", 92, "vw"],
  ],
  alone: [
    ["(min-width: 76rem)", 58, "rem"],
    ["(min-width: 56rem)", 76, "vw"],
    ["", 92, "vw"],
  ],
  card: [
    ["(min-width: 76rem)", 22, "rem"],
    ["(min-width: 56rem)", 29, "vw"],
    ["(min-width: 36rem)", 44, "vw"],
    ["", 92, "vw"],
  ],
  story: [
    ["(min-width: 45rem)", 41, "rem"],
    ["", 92, "vw"],
  ],
} as const;
/** The proportions of all covers, as in the style. */
const SHAPE = 16 / 9;

/** A picture wider than these proportions shows its middle, so all of it is wider than its place by this factor. */
function sizesOf(place: keyof typeof places, { width, height }: Picture): string {
  const factor = Math.max(1, width / height / SHAPE);
  return places[place]
    .map(([condition, length, unit]) => `${condition} ${Math.round(length * factor)}${unit}`.trim())
    .join(", ");
}

type Props = { of: Covered; place: keyof typeof places; first?: boolean; alt?: string };

/**
 * A picture above a story; the title describes it, so its alternative text is empty unless given. Its place has its height before it
 * loads: by its size, unless it is on another host, and by its style.
 */
export function Cover({ of: { thumbnail, cover }, place, first, alt = "" }: Props) {
  if (!thumbnail) return null;
  const sized = cover && {
    width: cover.width,
    height: cover.height,
    ...(cover.srcSet && { srcSet: cover.srcSet, sizes: sizesOf(place, cover) }),
  };
  return (
    <img
      className="plate"
      {...sized}
      src={cover?.url ?? thumbnail}
      alt={alt}
      decoding="async"
      {...(first ? { fetchPriority: "high" } : { loading: "lazy" })}
    />
  );
}

/** The cover of a text on its own page, with the words that were given for it. */
export function TextCover({ of }: { of: Covered & { metas?: Metas } }) {
  const { coverAlt, coverCaption } = metasOf(of.metas);
  const picture = <Cover of={of} place="story" first alt={coverAlt} />;
  if (!of.thumbnail || coverCaption === "") return picture;
  return (
    <figure>
      {picture}
      <figcaption>{coverCaption}</figcaption>
    </figure>
  );
}
