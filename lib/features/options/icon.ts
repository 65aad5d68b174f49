import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import type { Database } from "../../../db";
import { invalid, notFound } from "../../core/errors";
import { noInput } from "../../core/fields";
import { query } from "../../core/operation";
import { settingKeys } from "../../core/settings";
import { icoOf } from "../../services/files/ico";
import { readOption } from "../../services/settings/reading";
import { iconsOf, pictureForIcon } from "../attachments/icons";
import { iconAsked } from "./schema";

/** Refuses an address that is not that of an uploaded picture, of which icons could be made. */
export async function refuseNoPicture(db: Database, address: string, field: string): Promise<void> {
  if (!(await pictureForIcon(db, address)))
    throw invalid(field, "wrong_value", "Choose an uploaded PNG, JPEG, WebP, AVIF or GIF; icons are made of it.");
}

/** The site's icon as square PNGs. */
export const getIcon = query("getIcon", {
  can: "read the site",
  input: iconAsked,
  output: z.array(z.instanceof(Buffer)),
  reads: () => [...settingKeys("site_icon"), "attachments"],
  run: async ({ db }, { sizes }) => {
    const address = await readOption(db, "site_icon");
    const made = address === "" ? null : await iconsOf(db, address, sizes);
    if (!made) throw notFound();
    return made;
  },
});

/** The sizes in `/favicon.ico`, in pixels. */
const faviconSizes = [16, 32, 48] as const;

/** The program's own icon. */
const ownFavicon = () => readFile(resolve("lib/services/files/broadsheet.ico"));

/** The site's icon as an .ico file; the program's own where the site has none. */
export const getFavicon = query("getFavicon", {
  can: "read the site",
  input: noInput,
  output: z.instanceof(Buffer),
  reads: () => [...settingKeys("site_icon"), "attachments"],
  run: async ({ db }) => {
    const address = await readOption(db, "site_icon");
    const made = address === "" ? null : await iconsOf(db, address, faviconSizes);
    return made ? icoOf(faviconSizes, made) : ownFavicon();
  },
});
