import { z } from "zod";
import { accents, locales, permalinks, siteSchemes } from "../../core/settings";
import { menu } from "../menus/schema";

/** The site's data for every public page. */
export const site = z.object({
  installed: z.boolean(),
  title: z.string(),
  description: z.string(),
  /** Absolute address without a trailing slash; from SITE_URL, the option, or this machine. */
  url: z.string(),
  locale: z.enum(locales),
  scheme: z.enum(siteSchemes),
  accent: z.enum(accents),
  postsPerPage: z.int(),
  feedSize: z.int(),
  permalink: z.enum(permalinks),
  /** The owner's menu; empty: the built-in sections. */
  menu: z.array(menu.pick({ id: true, name: true, url: true, parentId: true, target: true, level: true })),
});

export type Site = z.output<typeof site>;
