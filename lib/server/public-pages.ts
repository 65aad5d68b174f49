import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { env } from "../core/env";
import { markup } from "../core/markup";
import { type SiteFonts, siteFonts } from "../core/appearance";
import { styleSheet } from "../core/style-sheet";

/** Where the launcher puts the style of public pages, and the address below which it is served. */
export const styleFolder = join("dist", "style");
export const STYLE_PREFIX = "/_style";

/** The name of the style's file with these fonts; the build puts a hash of its content into it. */
const styleName = (fonts: SiteFonts) =>
  env.development
    ? `${fonts}.css`
    : readdirSync(styleFolder).find((name) => name.endsWith(".css") && name.slice(0, name.lastIndexOf("-")) === fonts);

/** Gives the handlers of public pages what lies outside of the framework's bundles: React's renderer, and where the style is. */
export function providePublicPages(): void {
  markup.provide((element) => renderToStaticMarkup(element as ReactNode));
  const addresses = new Map(siteFonts.map((fonts) => [fonts, `${STYLE_PREFIX}/${styleName(fonts)}`]));
  styleSheet.provide((fonts) => addresses.get(fonts) ?? "");
}
