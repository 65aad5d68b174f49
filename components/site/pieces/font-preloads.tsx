import type { SiteFonts } from "../../../lib/core/looks";
import fonts from "./fonts.json";

const preload = (href: string) => (
  <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
);

const none = { always: [], italic: [] };
/** The files of a choice of fonts; what every device has is not fetched. */
const filesOf = (name: SiteFonts) => (name === "newsreader" || name === "inter" ? fonts[name] : none);

/** The fonts of the page being rendered. A page is rendered in one go, so no other comes between. */
let rendered: SiteFonts = "newsreader";

/** Preloads the fonts of every page, before the style that names them. It stands first in a page. */
export function FontPreloads({ of }: { of: SiteFonts }) {
  rendered = of;
  return filesOf(of).always.map(preload);
}

/** Elements that are set in italic. */
const slanted = ["<em>", "<i>", "<blockquote>", "<cite>", "<dfn>", "<var>"];

/** Preloads italics for a text that has some: a font that loads late is not used before the next page. */
export const ItalicPreload = ({ html }: { html?: string }) =>
  html === undefined || slanted.some((start) => html.includes(start)) ? filesOf(rendered).italic.map(preload) : null;
