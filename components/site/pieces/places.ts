import type { SiteLook } from "../../../lib/core/looks";

/** A width by the width of the window: a condition, and a CSS length for `sizes`. */
type Width = readonly [condition: string, length: number, unit: "rem" | "vw"];
/** Where covers stand; `first` is the first of the cards, `hero` the picture at the top of the front page. */
export type Place = "lead" | "alone" | "first" | "card" | "column" | "story" | "hero";
type Places = Readonly<Record<Place, readonly Width[]>>;

const card = [
  ["(min-width: 76rem)", 22, "rem"],
  ["(min-width: 56rem)", 29, "vw"],
  ["(min-width: 36rem)", 44, "vw"],
  ["", 92, "vw"],
] as const;

/** The width of a cover in each place, unless the look has another. */
const usual: Places = {
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
  first: card,
  card,
  column: [
    ["(min-width: 45rem)", 41, "rem"],
    ["", 92, "vw"],
  ],
  story: [
    ["(min-width: 45rem)", 41, "rem"],
    ["", 92, "vw"],
  ],
  hero: [
    ["(min-width: 76rem)", 70, "rem"],
    ["", 92, "vw"],
  ],
};

const ofLooks: Partial<Record<SiteLook, Partial<Places>>> = {
  notebook: {
    column: [
      ["(min-width: 60rem)", 45, "rem"],
      ["(min-width: 56rem)", 78, "vw"],
      ["", 92, "vw"],
    ],
  },
  gallery: {
    story: [
      ["(min-width: 94rem)", 86, "rem"],
      ["", 92, "vw"],
    ],
    first: [
      ["(min-width: 92rem)", 56, "rem"],
      ["", 92, "vw"],
    ],
    card: [
      ["(min-width: 92rem)", 28, "rem"],
      ["(min-width: 46rem)", 46, "vw"],
      ["", 92, "vw"],
    ],
  },
  diary: {
    story: [
      ["(min-width: 42rem)", 38, "rem"],
      ["", 92, "vw"],
    ],
  },
};

/** The width of a cover, for `sizes`. */
export const widthsOf = (place: Place, look: SiteLook): readonly Width[] => ofLooks[look]?.[place] ?? usual[place];
