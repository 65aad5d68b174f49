/** Hosts whose players may be embedded; the site's Content-Security-Policy names them in `frame-src`. */
export const embedHosts = [
  "www.youtube-nocookie.com",
  "www.youtube.com",
  "player.vimeo.com",
  "player.bilibili.com",
] as const;

/** Matches the address of an embeddable player. The slash after the host keeps `host@evil` and `host.evil` out. */
export const embedAddress = new RegExp(
  `^https://(?:${embedHosts.map((host) => host.replaceAll(".", "\\.")).join("|")})/`,
);

/** Media types of pictures that may be embedded as `data:`; not SVG, which can contain script. */
export const imageData = /^data:image\/(?:png|gif|jpeg|webp|avif)[;,]/;

/** Refuses `data:` addresses except for pictures. */
export const noData = /^(?!data:)/i;

/** Whether every candidate of a `srcset` is relative, http or https. */
export const safeSourceSet = /^(?!(?:[^]*[\s,])?(?!https?:)[a-z][a-z0-9+.-]*:)/i;

const scheme = /^([a-z][a-z0-9+.-]*):/i;

/** The address without surrounding blanks and with a lower-case scheme, as the sanitiser's list expects it. */
export function tidyAddress(address: string): string {
  const trimmed = address.trim();
  const found = scheme.exec(trimmed)?.[1];
  return found === undefined ? trimmed : found.toLowerCase() + trimmed.slice(found.length);
}

/** The https address of an allowed player, or undefined for any other address. */
export function playerAddress(address: string): string | undefined {
  const https = tidyAddress(address).replace(/^(?:http:)?\/\//, "https://");
  return embedAddress.test(https) ? https : undefined;
}

/** The schemes of addresses that links and pictures may have. */
export const linkSchemes: readonly string[] = ["http:", "https:", "mailto:", "tel:"];
export const pictureSchemes: readonly string[] = ["http:", "https:"];

/** Whether an address works for readers, as browsers understand it: no script, no file of the writer's machine. */
export function isForReaders(address: unknown, schemes: readonly string[]): address is string {
  if (typeof address !== "string" || address === "") return false;
  const site = "https://site.invalid/";
  return URL.canParse(address, site) && schemes.includes(new URL(address, site).protocol);
}
