import { and, asc, eq, inArray, notInArray } from "drizzle-orm";
import { z } from "zod";
import { type Database, prepared } from "../../db";
import { options } from "../../db/schema";
import { env } from "../core/env";
import { notFound } from "../core/errors";
import { noInput } from "../core/fields";
import { engine, query } from "../core/operation";
import { remembered } from "../core/remembered";
import { allMenus } from "../menus/queries";
import { isInstalled } from "../users/installed";
import {
  isKnown,
  known,
  option,
  type OptionKey,
  optionKeys,
  optionPath,
  type Options,
  publicOption,
  SECRET_MARK,
  setting,
  site,
} from "./schema";
import { unsealed } from "./sealing";

/** Every known option: the stored value where it is valid, otherwise its default; of a secret, whether it is set. */
export async function readOptions(db: Database): Promise<Options> {
  // The known ones only: however much an owner keeps of their own, this is read on hot paths.
  const rows = await prepared(db, "options", (on) =>
    on.select({ key: options.key, value: options.value }).from(options).where(inArray(options.key, optionKeys)),
  ).execute();
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  const values = optionKeys.map((key) => {
    const { schema, fallback, secret } = known(key);
    if (secret) return [key, stored.get(key) ? SECRET_MARK : ""];
    const parsed = stored.has(key) ? schema.safeParse(stored.get(key)) : undefined;
    return [key, parsed?.success ? parsed.data : fallback];
  });
  return Object.fromEntries(values) as Options;
}

/** One known option. */
export const readOption = async <K extends OptionKey>(db: Database, key: K): Promise<Options[K]> =>
  (await readOptions(db))[key];

/** A secret option as it was set; "" where it is not, or where another site's key sealed it. */
export async function readSecret(db: Database, key: "email_password"): Promise<string> {
  const [row] = await db.select({ value: options.value }).from(options).where(eq(options.key, key));
  return row ? unsealed(row.value) : "";
}

/** The site's absolute address without a trailing slash: from SITE_URL, the option, or this machine. Never from the Host header, which is the visitor's. */
export const addressOf = ({ site_url }: Pick<Options, "site_url">): string =>
  (env.siteUrl ?? site_url.replace(/\/+$/, "")) || `http://localhost:${env.port}`;

/** The same as it is in force now; what is stored is remembered until an option changes. */
export async function siteAddress(): Promise<string> {
  const { reader } = engine();
  const forGood = { tags: ["site"] as const, until: async () => Number.POSITIVE_INFINITY };
  const stored = await remembered(reader, "site address", forGood, () => readOption(reader, "site_url"));
  return addressOf({ site_url: stored });
}

/** What every public page needs to know of the site. */
export const getSite = query("getSite", {
  can: "read the site",
  input: noInput,
  output: site,
  reads: () => ["site", "menus"],
  run: async ({ db }) => {
    const [known, installed, menu] = await Promise.all([readOptions(db), isInstalled(db), allMenus(db)]);
    return {
      installed,
      title: known.site_title,
      description: known.site_description,
      url: addressOf(known),
      locale: known.site_locale,
      scheme: known.site_scheme,
      accent: known.site_accent,
      postsPerPage: known.posts_per_page,
      feedSize: known.feed_size,
      permalink: known.post_permalink,
      menu,
    };
  },
});

/** A stored option as it may be answered: of a secret, whether it is set. */
export const shown = (row: typeof options.$inferSelect) =>
  isKnown(row.key) && known(row.key).secret && row.value !== "" ? { ...row, value: SECRET_MARK } : row;

/** What is stored, by key; known options that are not stored have their defaults, see `listSettings`. */
export const listOptions = query("listOptions", {
  can: "manage options",
  input: noInput,
  output: z.array(option),
  reads: () => ["site"],
  run: async ({ db }) => (await db.select().from(options).orderBy(asc(options.key))).map(shown),
});

/** One stored option. */
export const getOption = query("getOption", {
  can: "manage options",
  input: optionPath,
  output: option,
  reads: () => ["site"],
  run: async ({ db }, { optionId }) => {
    const [row] = await db.select().from(options).where(eq(options.id, optionId));
    if (!row) throw notFound();
    return shown(row);
  },
});

/** Every option the program knows, with its bounds and the value in force. */
export const listSettings = query("listSettings", {
  can: "manage options",
  input: noInput,
  output: z.array(setting),
  reads: () => ["site"],
  run: async ({ db }) => {
    const [inForce, rows] = await Promise.all([readOptions(db), db.select({ key: options.key }).from(options)]);
    const stored = new Set(rows.map(({ key }) => key));
    return optionKeys.map((key) => {
      const {
        group,
        kind,
        says,
        fallback,
        min = null,
        max = null,
        choices,
        secret = false,
        public: isPublic,
      } = known(key);
      return {
        key,
        group,
        kind,
        description: says,
        value: String(inForce[key]),
        fallback: String(fallback),
        stored: stored.has(key),
        min,
        max,
        choices: choices ? [...choices] : null,
        secret,
        public: isPublic,
      };
    });
  },
});

/** What strangers may know: the public ones of the known options, and the owner's own ones that are not INTERNAL. */
export const listPublicOptions = query("listPublicOptions", {
  can: "read the site",
  input: noInput,
  output: z.array(publicOption),
  reads: () => ["site"],
  run: async ({ db }) => {
    const own = and(eq(options.type, "CUSTOM"), notInArray(options.key, optionKeys));
    const [inForce, rows] = await Promise.all([
      readOptions(db),
      db.select({ key: options.key, value: options.value }).from(options).where(own).orderBy(asc(options.key)),
    ]);
    return [
      ...optionKeys.filter((key) => known(key).public).map((key) => ({ key, value: String(inForce[key]) })),
      ...rows,
    ];
  },
});
