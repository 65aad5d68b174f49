import type { LogoPicture, Logos } from "../../components/site/pieces/logo";
import type { Shown } from "../../components/site/pieces/site-name";
import type { Site } from "../../lib/features/site/schema";
import { coversAt } from "./covers";

export type ShownSite = Shown;

/** The site's logos for visitors with these colours; no query without one. */
export async function logosOf({ logo, logoDark }: Site, scheme: "light" | "dark" | undefined): Promise<Logos> {
  if (logo === "") return null;
  const addresses = scheme === "light" ? [logo] : scheme === "dark" ? [logoDark || logo] : [logo, logoDark];
  const covers = await coversAt(addresses);
  const [usual = { url: logo }, dark] = addresses.map((url, at): LogoPicture => {
    const cover = covers[at];
    return cover ? { url: cover.url, width: cover.width, height: cover.height } : { url };
  });
  return { usual, dark: dark && dark.url !== "" ? dark : null };
}
