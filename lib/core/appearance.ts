import { address, text } from "./fields";
import { choice, type Known, words } from "./setting-kinds";

/** The colour scheme of visitors who have not chosen one; `auto` follows their system. */
export const siteSchemes = ["auto", "light", "dark"] as const;
/** The colours of links and marks, each in a shade for light and one for dark (`app/(site)/tokens.css`). */
export const accents = ["brick", "sea", "pine", "plum", "ochre", "ink"] as const;

/** The fonts of public pages: a style sheet each (`app/(site)/_styles`), which says where their letters come from. */
export const siteFonts = ["newsreader", "inter", "system-serif", "system-sans"] as const;
export type SiteFonts = (typeof siteFonts)[number];
/** How the front page shows the newest stories. */
export const homeLayouts = ["front", "cards", "list"] as const;

/** A host in a page's policy, with or without its scheme and port; `*.` stands for all below it. */
const HOST = /^(?:https?:\/\/)?(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i;
export const hostsIn = (list: string): string[] => list.split(/[\s,]+/).filter(Boolean);
const lines = (max: number) => ({ schema: text(max), kind: "lines", max }) as const;
/** HTML that the owner answers for. */
const code = { schema: text(20_000), kind: "code", max: 20_000 } as const;
const picture = { schema: address(1023), kind: "picture", max: 1023 } as const;
/** The settings of what visitors see, whose page shows them in use. */
export const appearanceOptions = {
  site_scheme: {
    ...choice(siteSchemes),
    fallback: "auto",
    public: true,
    group: "appearance",
    says: "The colours for visitors who have not chosen light or dark; auto follows their system.",
  },
  site_accent: {
    ...choice(accents),
    fallback: "brick",
    public: true,
    group: "appearance",
    says: "The colour of links and marks.",
  },
  site_fonts: {
    ...choice(siteFonts),
    fallback: "newsreader",
    public: true,
    group: "appearance",
    says: "The fonts of public pages; with system-serif and system-sans visitors fetch none.",
  },
  home_layout: {
    ...choice(homeLayouts),
    fallback: "front",
    public: true,
    group: "appearance",
    says: "How the front page shows the newest stories: one large and the rest beside it, all as cards, or a list of titles.",
  },
  site_logo: {
    ...picture,
    fallback: "",
    public: true,
    group: "appearance",
    says: "The address of a picture in place of the site's name at the top of pages.",
  },
  site_logo_dark: {
    ...picture,
    fallback: "",
    public: true,
    group: "appearance",
    says: "The logo for dark colours; without it, the other one is shown there, too.",
  },
  site_icon: {
    ...picture,
    fallback: "",
    public: true,
    group: "appearance",
    says: "The address of an uploaded picture, from which icons of all sizes are made.",
  },
  site_footer: {
    ...lines(1000),
    fallback: "",
    public: true,
    group: "appearance",
    says: "A text in Markdown at the foot of every page.",
  },
  code_head: {
    ...code,
    fallback: "",
    public: false,
    group: "appearance",
    says: "HTML at the end of the head of public pages. It runs in visitors' browsers: add only what you trust.",
  },
  code_end: {
    ...code,
    fallback: "",
    public: false,
    group: "appearance",
    says: "HTML at the end of public pages. It runs in visitors' browsers: add only what you trust.",
  },
  code_hosts: {
    ...words(1023),
    schema: text(1023).refine((list) => hostsIn(list).every((host) => HOST.test(host)), {
      params: { code: "wrong_format" },
      error: "Name hosts such as stats.example.org, separated by spaces.",
    }),
    fallback: "",
    public: false,
    group: "appearance",
    says: "Hosts that this code may load from and send to, beside those that its elements name; separated by spaces.",
  },
} as const satisfies Record<string, Known>;
