import type { OptionKey } from "../../lib/core/settings";

/** The options of the page in their order, by what they are about; the words `sections.{name}`. */
export const sections = {
  look: ["site_look"],
  colours: ["site_scheme", "site_accent"],
  type: ["site_fonts", "site_width"],
  home: ["home_layout", "home_cover", "list_covers", "list_excerpts", "list_dates", "list_authors"],
  posts: ["post_related", "post_share"],
  pictures: ["site_logo", "site_logo_dark", "site_icon"],
  footer: ["site_footer"],
  code: ["code_head", "code_end", "code_hosts"],
} as const satisfies Record<string, readonly OptionKey[]>;

export type Section = keyof typeof sections;
export const sectionNames = Object.keys(sections) as Section[];

/** Options that run in visitors' browsers, and in the preview only when asked. */
export const codeKeys: readonly OptionKey[] = sections.code;
