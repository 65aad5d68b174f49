import { lstatSync } from "node:fs";
import { join, posix } from "node:path";
import { readTokens } from "../text/html/html-tokens";
import { placeOf } from "../text/uploads";

type Reference = { kind: "image" | "file" | "link"; address: string };

const holders = new Set(["img", "a", "video", "audio", "source", "track"]);

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** The addresses on this site in rendered HTML, each once. */
function referencesIn(html: string): Reference[] {
  const found = new Map<string, Reference>();
  readTokens(html, {
    tag: ({ tagName, attrs }, isStart) => {
      if (!isStart || !holders.has(tagName)) return;
      for (const { name, value } of attrs) {
        if (name !== "src" && name !== "href" && name !== "poster") continue;
        const address = decoded(value);
        const kind = tagName === "a" ? "link" : tagName === "img" || name === "poster" ? "image" : "file";
        if (isLocal(address)) found.set(`${kind === "link"}${address}`, { kind, address });
      }
    },
  });
  return [...found.values()];
}

/** Whether an address is a path: no scheme, no other host, no fragment, no template variable. */
const isLocal = (address: string): boolean =>
  address !== "" && !/^([a-z][a-z0-9+.-]*:|\/\/|[#?])/i.test(address) && !/\{[{%]/.test(address);

const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

export type Place = {
  /** Absolute path of the imported folder. */
  root: string;
  /** The text's path within it. */
  path: string;
  /** Files under this absolute path are served at their addresses already. */
  publicFolder: string;
};

/** Where an address leads: to a served file, a file of the folder, nothing, or outside of it. */
function whereabouts(address: string, place: Place): "served" | "here" | "missing" | "outside" {
  const clean = address.split(/[?#]/)[0] ?? "";
  if (placeOf(clean)) return "served";
  const fromTop = clean.startsWith("/");
  const path = posix.normalize(fromTop ? clean.slice(1) : posix.join(posix.dirname(place.path), clean));
  // Files outside of the folder are never accessed, not even to see whether they exist.
  if (path === ".." || path.startsWith("../") || posix.isAbsolute(path) || path.includes("\0")) return "outside";
  if (fromTop && isFile(join(place.publicFolder, path))) return "served";
  return isFile(join(place.root, path)) ? "here" : "missing";
}

/** The absolute path of a file that a text points to; null where there is none or it is another text. */
export function fileBeside(address: string, place: Place): string | null {
  const clean = address.split(/[?#]/)[0] ?? "";
  if (!isLocal(address) || /\.(md|markdown|mdx)$/i.test(clean) || whereabouts(address, place) !== "here") return null;
  return join(
    place.root,
    posix.normalize(clean.startsWith("/") ? clean.slice(1) : posix.join(posix.dirname(place.path), clean)),
  );
}

/** Whether a cover can be shown as written: on another site, or among the served files. */
export const isServed = (address: string, place: Place): boolean =>
  /^https?:\/\//i.test(address) || (isLocal(address) && whereabouts(address, place) === "served");

/** A remark on an address of a text; null without one. */
function remark({ kind, address }: Reference, place: Place): string | null {
  const path = address.split(/[?#]/)[0] ?? "";
  // A link without a file ending leads to a page of this site or of the old one.
  if (kind === "link" && (path.startsWith("/") || !/\.[a-z0-9]{1,8}$/i.test(path))) return null;
  switch (whereabouts(address, place)) {
    case "served":
      return null;
    case "outside":
      return `${kind} ${address} lies outside of the folder`;
    case "missing":
      return kind === "link" ? `link to a missing file: ${address}` : `missing ${kind} ${address}`;
    case "here":
      // Other files become attachments, or get a remark of their own.
      return kind === "link" && /\.(md|markdown|mdx)$/i.test(path)
        ? `link ${address} does not lead to the imported post yet`
        : null;
  }
}

/** Remarks on files that a rendered text needs and will not find. */
export const missingReferences = (html: string, place: Place): string[] =>
  referencesIn(html).flatMap((reference) => remark(reference, place) ?? []);

/** The same for a cover. */
export const missingCover = (address: string, place: Place): string =>
  isLocal(address)
    ? (remark({ kind: "image", address }, place) ?? `image ${address} cannot be a cover`)
    : `cover ${address} is neither an http(s) address nor a file`;
