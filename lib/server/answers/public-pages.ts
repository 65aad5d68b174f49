import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { env } from "../../core/env";
import { figureStyles } from "../../core/figure-styles";
import { markup } from "../../core/markup";
import { siteFonts, siteLooks } from "../../core/looks";
import { styleSheet } from "../../core/style-sheet";

/** Where the launcher puts the style of public pages, and the address below which it is served. */
export const styleFolder = join("dist", "style");
export const STYLE_PREFIX = "/_style";

/** The files of the style by look and fonts; the build puts a hash of its content into each name. */
const styleFiles = (): Map<string, string> =>
  new Map(
    env.development
      ? Object.keys(siteLooks).flatMap((look) =>
          siteFonts.map((fonts): [string, string] => [`${look}-${fonts}`, `${look}-${fonts}.css`]),
        )
      : readdirSync(styleFolder)
          .filter((name) => name.endsWith(".css"))
          .map((name): [string, string] => [name.slice(0, name.lastIndexOf("-")), name]),
  );

/** Where the launcher puts the styles of figures. */
export const figureFolder = join("dist", "figures");

/** The styles of figures by name, without the line that the build ends them with. */
const readFigures = (): Map<string, string> =>
  new Map(
    readdirSync(figureFolder).map((name) => [
      name.slice(0, -".css".length),
      readFileSync(join(figureFolder, name), "utf8").trim(),
    ]),
  );

/** Gives the handlers of public pages what lies outside of the framework's bundles: React's renderer, and the style. */
export function providePublicPages(): void {
  markup.provide((element) => renderToStaticMarkup(element as ReactNode));
  const files = styleFiles();
  styleSheet.provide((look, fonts) => `${STYLE_PREFIX}/${files.get(`${look}-${fonts}`)}`);
  const figures = readFigures();
  figureStyles.provide(env.development ? readFigures : () => figures);
}
