import { always, italic } from "./fonts.json";

const preload = (href: string) => (
  <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
);

/** Asks for the letters that every page shows before the style has come that names them. */
export const FontPreloads = () => always.map(preload);

/** Elements that style sets in italic. */
const slanted = ["<em>", "<i>", "<blockquote>", "<cite>", "<dfn>", "<var>"];

/** The same for a text of which some words stand in italic: letters that come too late are not shown before the next page. */
export const ItalicPreload = ({ html }: { html?: string }) =>
  html === undefined || slanted.some((start) => html.includes(start)) ? italic.map(preload) : null;
