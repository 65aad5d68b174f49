/** The layouts of a post's or sheet's page; another name is kept and shown as `default`. */
export const templates = ["default", "wide", "landing", "bare"] as const;

export type Template = (typeof templates)[number];

/** What each layout shows beside the text. */
const shows = {
  default: { masthead: true, byline: true, surroundings: true },
  wide: { masthead: true, byline: true, surroundings: true },
  landing: { masthead: true, byline: false, surroundings: false },
  bare: { masthead: false, byline: false, surroundings: false },
} satisfies Record<Template, { masthead: boolean; byline: boolean; surroundings: boolean }>;

const isTemplate = (name: string): name is Template => (templates as readonly string[]).includes(name);

/** The layout with this name, otherwise the default. */
export function layoutOf(name = "") {
  const template = isTemplate(name) ? name : "default";
  return { template, className: template === "default" ? "story" : `story ${template}`, ...shows[template] };
}
