import type { OpenSource } from "../reading";
import { withoutSlashAtEnd } from "../../../text/address-parts";
import { oldPath } from "../addresses/old-path";

const bare = (host: string): string => host.toLowerCase().replace(/^www\./, "");

function hostOf(address: string | null): string[] {
  if (address === null || !URL.canParse(address)) return [];
  return [new URL(address).host];
}

/**
 * A place at the old site: its path there, the whole address where its host is known, and whether readers had it so; what
 * is named beside a file of a folder is none of the site's addresses.
 */
export type Place = { path: string; absolute: string | null; isAddress: boolean };

/** Tells addresses of the old site from others. */
export class OldSite {
  readonly #hosts: Set<string>;
  readonly #files: Set<string>;
  /** Its address without a slash at the end; null where nobody knows it. */
  readonly address: string | null;
  /** The path that the site itself is at, "" at the top of its host. */
  readonly top: string;

  /** Whether addresses mean the same here as there: those of our own export. */
  readonly isSame: boolean;

  /** Whether it is a folder of Markdown. */
  readonly #isFolder: boolean;

  constructor({ kind, site, hosts }: Pick<OpenSource, "kind" | "site" | "hosts">) {
    this.isSame = kind === "broadsheet";
    this.#isFolder = kind === "markdown";
    this.#hosts = new Set([...hostOf(site), ...hosts.site].map(bare));
    this.#files = new Set(hosts.files.map(bare));
    this.address = site !== null && URL.canParse(site) ? withoutSlashAtEnd(site) : null;
    this.top = this.address === null ? "" : withoutSlashAtEnd(new URL(this.address).pathname);
  }

  /** The address that a file had for readers of the old site, who may ask for it here; null for one on another host. */
  fileAddress({ path, absolute, isAddress }: Place): string | null {
    if (this.isSame || !isAddress) return null;
    if (absolute === null) return path;
    const url = new URL(absolute);
    return this.#hosts.has(bare(url.host)) ? url.pathname : null;
  }

  isOwnHost = (url: URL): boolean => this.#hosts.has(bare(url.host)) || this.#files.has(bare(url.host));

  /**
   * An address in a text as an address at the old site: absolute where its host is known. Null for other sites, other
   * schemes and fragments. `base` is the path that relative ones are relative to.
   */
  resolve(address: string, base: string | undefined): Place | null {
    const text = address.trim();
    if (text === "" || text.startsWith("#") || text.startsWith("?") || /[{][{%]/.test(text)) return null;
    const isAbsolute = /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(text);
    if (!isAbsolute && !text.startsWith("/") && base === undefined) return null;
    const root = this.address ?? "http://old.invalid";
    const from = base === undefined ? root : new URL(encodeURI(base), root).href;
    if (!URL.canParse(text, from)) return null;
    const url = new URL(text, from);
    if (url.protocol !== "http:" && url.protocol !== "https:") return null;
    if (isAbsolute && !this.isOwnHost(url)) return null;
    return {
      path: url.pathname + url.search,
      absolute: this.address === null ? null : url.href,
      isAddress: !this.#isFolder || isAbsolute || text.startsWith("/"),
    };
  }

  /** The ways in which an address may name a record, the whole path first; files are named below the old site's top. */
  names(path: string): string[] {
    const all = [path, path.split("?", 1)[0] ?? "", this.below(path)];
    return [...new Set(all.flatMap((each) => oldPath(each) ?? []))];
  }

  /** The path of an address below the old site's top, as files are named. */
  below(path: string): string {
    if (this.top === "" || !path.startsWith(this.top)) return path;
    const rest = path.slice(this.top.length);
    return rest.startsWith("/") ? rest : rest.startsWith("?") || rest === "" ? `/${rest}` : path;
  }
}
