import { address, text } from "./fields";
import { accents, homeLayouts, siteFonts, type SiteLook, siteLooks, siteWidths } from "./looks";
import { choice, type Known, words, yesNo } from "./setting-kinds";

/** The colour scheme of visitors who have not chosen one; `auto` follows their system. */
export const siteSchemes = ["auto", "light", "dark"] as const;
/** For an option that the look decides unless its owner does. */
const asLook = "look";
const orLook = <const T extends readonly string[]>(choices: T) => choice([asLook, ...choices]);

/** A host in a page's policy, with or without its scheme and port; `*.` stands for all below it. */
const HOST = /^(?:https?:\/\/)?(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i;
export const hostsIn = (list: string): string[] => list.split(/[\s,]+/).filter(Boolean);
/** The names of the looks, the usual one first. */
const lookNames = Object.keys(siteLooks) as [SiteLook, ...SiteLook[]];
const lines = (max: number) => ({ schema: text(max), kind: "lines", max }) as const;
/** HTML that the owner answers for. */
const code = { schema: text(20_000), kind: "code", max: 20_000 } as const;
const picture = { schema: address(1023), kind: "picture", max: 1023 } as const;
/** The settings of what visitors see, whose page shows them in use. */
export const appearanceOptions = {
  site_look: {
    ...choice(lookNames),
    fallback: "broadsheet",
    public: true,
    group: "appearance",
    says: "The design of public pages, with its own fonts, accent, front page and width; the options below may differ.",
  },
  site_scheme: {
    ...choice(siteSchemes),
    fallback: "auto",
    public: true,
    group: "appearance",
    says: "The colours for visitors who have not chosen light or dark; auto follows their system.",
  },
  site_accent: {
    ...orLook(accents),
    fallback: asLook,
    public: true,
    group: "appearance",
    says: "The colour of links and marks; look: the one that the look has.",
  },
  site_fonts: {
    ...orLook(siteFonts),
    fallback: asLook,
    public: true,
    group: "appearance",
    says: "The fonts of public pages; visitors fetch none of the system's. look: those of the look.",
  },
  home_layout: {
    ...orLook(homeLayouts),
    fallback: asLook,
    public: true,
    group: "appearance",
    says: "How the front page shows what is new: front (one large and the rest beside it), cards, list (titles), column (one below the other, whole width), journal (notes first). look: as the look does.",
  },
  site_width: {
    ...choice(siteWidths),
    fallback: "normal",
    public: true,
    group: "appearance",
    says: "The width of public pages and of their texts.",
  },
  list_covers: {
    ...yesNo,
    fallback: true,
    public: true,
    group: "appearance",
    says: "Whether lists of posts show their covers.",
  },
  list_excerpts: {
    ...yesNo,
    fallback: true,
    public: true,
    group: "appearance",
    says: "Whether lists of posts show their summaries.",
  },
  list_dates: {
    ...yesNo,
    fallback: true,
    public: true,
    group: "appearance",
    says: "Whether lists of posts show when they were published.",
  },
  list_authors: {
    ...yesNo,
    fallback: true,
    public: true,
    group: "appearance",
    says: "Whether lists of posts show who wrote them, where the look has a place for it.",
  },
  post_related: {
    ...yesNo,
    fallback: true,
    public: true,
    group: "appearance",
    says: "Whether a post names others on the same matters: by its tags, then by the words of its title.",
  },
  post_share: {
    ...yesNo,
    fallback: true,
    public: true,
    group: "appearance",
    says: "Whether a post offers to send or copy its address; no other site is asked for it.",
  },
  home_cover: {
    ...picture,
    fallback: "",
    public: true,
    group: "appearance",
    says: "The address of a picture at the top of the front page.",
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
    ruling: true,
    says: "HTML at the end of the head of public pages. It runs in visitors' browsers: add only what you trust.",
  },
  code_end: {
    ...code,
    fallback: "",
    public: false,
    group: "appearance",
    ruling: true,
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
    ruling: true,
    says: "Hosts that this code may load from and send to, beside those that its elements name; separated by spaces.",
  },
} as const satisfies Record<string, Known>;
