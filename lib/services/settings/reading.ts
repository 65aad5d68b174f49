import { eq, inArray } from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { options } from "../../../db/schema";
import { draftedOptions } from "../../core/cache-keys";
import { env } from "../../core/env";
import { engine } from "../../core/operation";
import { remembered } from "../../core/remembered";
import { known, type OptionKey, optionKeys, type Options, SECRET_MARK, settingKeys } from "../../core/settings";
import { unsealed } from "./sealing";
import { withoutSlashAtEnd } from "../../text/address-parts";

const everyOption = { cacheKeys: settingKeys(...optionKeys) };

/** The options as they are stored; remembered, since every page reads them and they rarely change. */
const presentOptions = (db: Database): Promise<Options> =>
  remembered(db, "options", everyOption, () => storedOptions(db));

/**
 * Every known option: the stored value where it is valid, otherwise its default; of a secret, whether it is set. A page
 * that shows what other options would do gets these.
 */
export const readOptions = async (db: Database): Promise<Options> => ({
  ...(await presentOptions(db)),
  ...draftedOptions(),
});

async function storedOptions(db: Database): Promise<Options> {
  // Known options only, since this is read on hot paths and an owner may store any number of others.
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

/** A secret option in plain; "" where it is not set, or where another site's key sealed it. */
export async function readSecret(db: Database, key: "email_password"): Promise<string> {
  const [row] = await db.select({ value: options.value }).from(options).where(eq(options.key, key));
  return row ? unsealed(row.value) : "";
}

/**
 * The site's absolute address without a trailing slash: from SITE_URL, the option, or this machine. Never from the Host
 * header, which the visitor controls.
 */
export const addressOf = ({ site_url }: Pick<Options, "site_url">): string =>
  (env.siteUrl ?? withoutSlashAtEnd(site_url)) || `http://localhost:${env.port}`;

/** The same as it is stored. */
export const siteAddress = async (): Promise<string> => addressOf(await presentOptions(engine().reader));
