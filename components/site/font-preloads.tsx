import { always, italic } from "./fonts.json";

const preload = (href: string) => (
  <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
);

/** Preloads the fonts of every page, before the style that names them. */
export const FontPreloads = () => always.map(preload);

/** Elements that are set in italic. */
const slanted = ["<em>", "<i>", "<blockquote>", "<cite>", "<dfn>", "<var>"];

/** Preloads italics for a text that has some: a font that loads late is not used before the next page. */
export const ItalicPreload = ({ html }: { html?: string }) =>
  html === undefined || slanted.some((start) => html.includes(start)) ? italic.map(preload) : null;
