/** The colours of links and marks, each in a shade for light and one for dark (`app/(site)/tokens.css`). */
export const accents = ["brick", "sea", "pine", "plum", "ochre", "ink"] as const;
/** The fonts of public pages: a style sheet each (`app/(site)/fonts`), which says where their letters come from. */
export const siteFonts = ["newsreader", "inter", "system-serif", "system-sans", "system-mono"] as const;
export type SiteFonts = (typeof siteFonts)[number];
/** How the front page shows what is new; the components are in `components/site/home`. */
export const homeLayouts = ["front", "cards", "list", "column", "journal"] as const;
export type HomeLayout = (typeof homeLayouts)[number];
/** How wide pages and their texts are. */
export const siteWidths = ["narrow", "normal", "wide"] as const;

type Look = {
  fonts: SiteFonts;
  accent: (typeof accents)[number];
  layout: HomeLayout;
  /** The background in light and dark colours, as its style sheet has it; browsers paint their own frame with it. */
  paper: { light: string; dark: string };
};

/** The designs of public pages with what they are like unless the owner wants it otherwise; a folder each in `components/site/looks`. */
export const siteLooks = {
  broadsheet: {
    fonts: "newsreader",
    accent: "brick",
    layout: "front",
    paper: { light: "#fbfaf6", dark: "#151412" },
  },
  notebook: { fonts: "inter", accent: "sea", layout: "column", paper: { light: "#ffffff", dark: "#14161a" } },
  gallery: { fonts: "inter", accent: "ochre", layout: "cards", paper: { light: "#f4f4f5", dark: "#0d0e10" } },
  terminal: { fonts: "system-mono", accent: "pine", layout: "list", paper: { light: "#f7f8f3", dark: "#0b0f0c" } },
  diary: { fonts: "system-serif", accent: "plum", layout: "journal", paper: { light: "#fcf6ea", dark: "#1a1714" } },
} as const satisfies Record<string, Look>;
export type SiteLook = keyof typeof siteLooks;
