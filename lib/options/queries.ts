import { type Database, prepared } from "../../db";
import { options } from "../../db/schema";
import { env } from "../core/env";
import { noInput } from "../core/fields";
import { query } from "../core/operation";
import { isInstalled } from "../users/queries";
import { knownOptions, type OptionKey, type Options, site } from "./schema";

/** Every known option: the stored value where it is valid, otherwise its default. */
export async function readOptions(db: Database): Promise<Options> {
  const rows = await prepared(db, "options", (on) => on.select({ key: options.key, value: options.value }).from(options)).execute();
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  const values = Object.entries(knownOptions).map(([key, { schema, fallback }]) => {
    const parsed = stored.has(key) ? schema.safeParse(stored.get(key)) : undefined;
    return [key, parsed?.success ? parsed.data : fallback];
  });
  return Object.fromEntries(values) as Options;
}

/** One known option. */
export const readOption = async <K extends OptionKey>(db: Database, key: K): Promise<Options[K]> => (await readOptions(db))[key];

/** What every public page needs to know of the site. */
export const getSite = query("getSite", {
  can: "read the site",
  input: noInput,
  output: site,
  reads: () => ["site"],
  run: async ({ db }) => {
    const [known, installed] = await Promise.all([readOptions(db), isInstalled(db)]);
    return {
      installed,
      title: known.site_title,
      description: known.site_description,
      // Never from the Host header: it is the visitor's, and pages are kept.
      url: (env.siteUrl ?? known.site_url.replace(/\/+$/, "")) || `http://localhost:${env.port}`,
      locale: known.site_locale,
      scheme: known.site_scheme,
      accent: known.site_accent,
      postsPerPage: known.posts_per_page,
      feedSize: known.feed_size,
    };
  },
});
