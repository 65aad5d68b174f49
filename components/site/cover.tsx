import type { Cover as Picture } from "../../lib/features/attachments/schema";

/** What has a cover: its address as it was given, and what is known of it where it is a picture of ours. */
export type Covered = { thumbnail?: string; cover: Picture | null };

/** How wide a cover stands where, by the width of the window; each as CSS lengths, as `sizes` wants them. */
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
/** The shape every cover is shown in, as style has it. */
const SHAPE = 16 / 9;

/** Of a picture wider than the shape the middle is shown: the whole of it is wider than its place by as much. */
function sizesOf(place: keyof typeof places, { width, height }: Picture): string {
  const factor = Math.max(1, width / height / SHAPE);
  return places[place]
    .map(([condition, length, unit]) => `${condition} ${Math.round(length * factor)}${unit}`.trim())
    .join(", ");
}

type Props = { of: Covered; place: keyof typeof places; first?: boolean };

/**
 * A picture above a story; the title says what it is about, so it has no text of its own. Its place has the right height
 * before it comes: by its own size, which of one on another host nobody knows, and by its style.
 */
export function Cover({ of: { thumbnail, cover }, place, first }: Props) {
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
      alt=""
      decoding="async"
      {...(first ? { fetchPriority: "high" } : { loading: "lazy" })}
    />
  );
}
