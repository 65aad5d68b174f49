import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { env } from "../core/env";
import { markup } from "../core/markup";
import { styleSheet } from "../core/style-sheet";

/** Where the launcher puts the style of public pages, and the address below which it is served. */
export const styleFolder = join("dist", "style");
export const STYLE_PREFIX = "/_style";

/** The name of the style's file; the build puts a hash of its content into it. */
const styleName = () => readdirSync(styleFolder).find((name) => name.endsWith(".css") && name.includes("-"));

/** Gives the handlers of public pages what lies outside of the framework's bundles: React's renderer, and where the style is. */
export function providePublicPages(): void {
  markup.provide((element) => renderToStaticMarkup(element as ReactNode));
  const address = `${STYLE_PREFIX}/${env.development ? "style.css" : styleName()}`;
  styleSheet.provide(() => address);
}
