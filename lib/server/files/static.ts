import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { type Files, filesOf } from "./folder";
import { STYLE_PREFIX, styleFolder } from "../answers/public-pages";

const YEAR_SECONDS = 31_536_000;
const HOUR_SECONDS = 3_600;

const nosniff = { "X-Content-Type-Options": "nosniff" };
/** Fonts and modules, and what modules load, are fetched by origin, and a preview has none. */
const forAll = { "Access-Control-Allow-Origin": "*" };

/** Answers the files of a folder below a prefix. */
const below =
  (prefix: string, files: Files): Files =>
  (req, res, next) => {
    const url = req.url ?? "/";
    if (!url.startsWith(`${prefix}/`)) return next();
    req.url = url.slice(prefix.length);
    files(req, res, () => {
      req.url = url;
      next();
    });
  };

/** The style of public pages: its name changes with its content, but while somebody edits it. */
export const styleFiles = (development: boolean): Files =>
  below(
    STYLE_PREFIX,
    development
      ? // Looked for at each request, since they are written again whenever somebody edits one.
        (...asked) => filesOf(styleFolder, { maxAge: 0 })(...asked)
      : filesOf(styleFolder, { maxAge: YEAR_SECONDS, immutable: true, headers: () => nosniff }),
  );

/** Answers the build's own files (their names change with their content), those of the page about the API, and those of `public/`. */
export function staticFiles(): (req: IncomingMessage, res: ServerResponse, next: () => void) => void {
  const built = join(process.cwd(), ".next", "static");
  // The build contains compressed copies of these; in development they are served as they are.
  const open = [join(process.cwd(), "dist", "public"), join(process.cwd(), "public")].find(existsSync);
  const fromBuild = existsSync(built)
    ? filesOf(built, { maxAge: YEAR_SECONDS, immutable: true, headers: () => nosniff })
    : undefined;
  const fromPublic = open
    ? filesOf(open, {
        maxAge: HOUR_SECONDS,
        headers: () => ({ ...nosniff, ...forAll }),
      })
    : undefined;
  const fromFonts = open
    ? below(
        "/fonts",
        filesOf(join(open, "fonts"), {
          maxAge: HOUR_SECONDS,
          headers: (path) => ({
            ...nosniff,
            ...forAll,
            // A font's name changes with its content, like those of the build.
            ...(path.endsWith(".woff2") && { "Cache-Control": `public, max-age=${YEAR_SECONDS}, immutable` }),
          }),
        }),
      )
    : undefined;
  const docs = join(process.cwd(), "dist", "api-docs");
  const fromDocs = existsSync(docs) ? filesOf(docs, { maxAge: HOUR_SECONDS, headers: () => nosniff }) : undefined;
  const [prefix, docsPrefix] = ["/_next/static", "/api-docs"];

  return (req, res, next) => {
    const url = req.url ?? "/";
    if (req.method !== "GET" && req.method !== "HEAD") return next();
    if (url.startsWith(`${prefix}/`) && fromBuild) {
      req.url = url.slice(prefix.length);
      return fromBuild(req, res, () => {
        req.url = url;
        // A missing one will never exist, so no page is rendered for it.
        res.writeHead(404, { ...nosniff, "Cache-Control": "no-store", "Content-Length": "0" }).end();
      });
    }
    if (url.startsWith(`${docsPrefix}/`) && fromDocs) {
      req.url = url.slice(docsPrefix.length);
      return fromDocs(req, res, () => {
        req.url = url;
        next();
      });
    }
    // Files at the top have a dot in their name; pages have none. With a trailing slash it is not a file.
    if (fromPublic && url.includes(".") && !url.startsWith("/api/") && !url.split("?", 1)[0]?.endsWith("/"))
      return fromFonts && url.startsWith("/fonts/")
        ? fromFonts(req, res, () => fromPublic(req, res, next))
        : fromPublic(req, res, next);
    next();
  };
}
