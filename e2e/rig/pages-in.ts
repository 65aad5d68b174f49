import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { root } from "./server";

/** The addresses of all pages in a folder of `app/`, so that new pages are looked at, too. */
export const pagesIn = (folder: string, prefix: string): string[] =>
  readdirSync(join(root, "app", folder), { recursive: true, encoding: "utf8" })
    .filter((file) => basename(file) === "page.tsx")
    .map((file) => join(prefix, dirname(file)));

/** The addresses of the dashboard's pages, each of one record with that record's number. */
export const dashboardPages = (ids: Record<string, number | string>): string[] =>
  pagesIn("admin", "/admin").map((path) =>
    path.replace(/\[(\w+)\]/, (whole, name: string) => String(ids[name] ?? whole)),
  );
