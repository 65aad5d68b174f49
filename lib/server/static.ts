import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";
import { siteScript } from "../core/page-scripts";
import { STYLE_PREFIX, styleFolder } from "./public-pages";

const YEAR_SECONDS = 31_536_000;

const nosniff = (res: ServerResponse) => void res.setHeader("X-Content-Type-Options", "nosniff");

type Files = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

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
    sirv(styleFolder, {
      ...(development
        ? { dev: true }
        : { brotli: true, gzip: true, etag: true, immutable: true, maxAge: YEAR_SECONDS }),
      setHeaders: nosniff,
    }),
  );

/** Answers the build's own files (their names change with their content), those of the page about the API, and those of `public/`. */
export function staticFiles(): (req: IncomingMessage, res: ServerResponse, next: () => void) => void {
  const built = join(process.cwd(), ".next", "static");
  // The build contains compressed copies of these; in development they are served as they are.
  const open = [join(process.cwd(), "dist", "public"), join(process.cwd(), "public")].find(existsSync);
  const options = { brotli: true, gzip: true, etag: true } as const;
  const fromBuild = existsSync(built)
    ? sirv(built, { ...options, immutable: true, maxAge: YEAR_SECONDS, setHeaders: nosniff })
    : undefined;
  const fromPublic = open
    ? sirv(open, {
        ...options,
        maxAge: 3600,
        setHeaders: (res, path) => {
          nosniff(res);
          if (path === siteScript) res.setHeader("Access-Control-Allow-Origin", "*");
        },
      })
    : undefined;
  const fromFonts = open
    ? below(
        "/fonts",
        // Their format is compressed, so no answer depends on what browsers can unpack.
        sirv(join(open, "fonts"), {
          etag: true,
          maxAge: 3600,
          setHeaders: (res, path) => {
            nosniff(res);
            // Fonts and modules are fetched by origin, and a preview of the look has none.
            res.setHeader("Access-Control-Allow-Origin", "*");
            // A font's name changes with its content, like those of the build.
            if (path.endsWith(".woff2")) res.setHeader("Cache-Control", `public, max-age=${YEAR_SECONDS}, immutable`);
          },
        }),
      )
    : undefined;
  const docs = join(process.cwd(), "dist", "api-docs");
  const fromDocs = existsSync(docs) ? sirv(docs, { ...options, maxAge: 3600, setHeaders: nosniff }) : undefined;
  const [prefix, docsPrefix] = ["/_next/static", "/api-docs"];

  return (req, res, next) => {
    const url = req.url ?? "/";
    if (req.method !== "GET" && req.method !== "HEAD") return next();
    if (url.startsWith(`${prefix}/`) && fromBuild) {
      req.url = url.slice(prefix.length);
      return fromBuild(req, res, () => {
        req.url = url;
        // A missing one will never exist, so no page is rendered for it.
        nosniff(res);
        res.writeHead(404, { "Cache-Control": "no-store", "Content-Length": "0" }).end();
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
