import { createHash } from "node:crypto";
import { type DefaultTreeAdapterTypes, parse, parseFragment } from "parse5";
import { engine } from "../../core/operation";
import { remembered } from "../../core/remembered";
import { hostsIn } from "../../core/appearance";
import { type Options, settingKeys } from "../../core/settings";
import { readOptions } from "../../services/settings/reading";

const keys = ["code_head", "code_end", "code_hosts"] as const;

/** What a host may do in a page: all that a script does, give it styles and fonts, or stand in a frame. */
type Right = "script" | "style" | "frame";

/** The owner's code for public pages, and what a page's policy must allow for it. */
export type OwnerCode = {
  head: string;
  end: string;
  scripts: string[];
  styles: string[];
  hosts: Readonly<Record<Right, string[]>>;
};

type Node = DefaultTreeAdapterTypes.Node;

function* elementsIn(node: Node): Generator<DefaultTreeAdapterTypes.Element> {
  const below = "content" in node ? [node.content] : "childNodes" in node ? node.childNodes : [];
  for (const child of below) {
    if ("tagName" in child) yield child;
    yield* elementsIn(child);
  }
}

const attribute = ({ attrs }: DefaultTreeAdapterTypes.Element, name: string) =>
  attrs.find((each) => each.name === name)?.value;
const textOf = ({ childNodes }: DefaultTreeAdapterTypes.Element) =>
  childNodes.map((node) => ("value" in node ? node.value : "")).join("");

export const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The host of an address elsewhere, as a policy names it: one with a `;` or a comma would end a part of it. */
const hostOf = (address: string | undefined): string[] =>
  address !== undefined && URL.canParse(address, "https://here.invalid")
    ? [new URL(address, "https://here.invalid").origin].filter(
        (origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin) && origin !== "https://here.invalid",
      )
    : [];

/** What links load, by what they say that it is. Those that only say whose a page is, or where else it stands, load nothing. */
const linked: Readonly<Record<string, Right>> = {
  stylesheet: "style",
  preconnect: "style",
  "dns-prefetch": "style",
  modulepreload: "script",
};
const preloaded: Readonly<Record<string, Right>> = {
  script: "script",
  worker: "script",
  style: "style",
  font: "style",
};

const own = <T>(from: Readonly<Record<string, T>>, name: string): T[] => {
  const found = Object.hasOwn(from, name) ? from[name] : undefined;
  return found === undefined ? [] : [found];
};

/** What an element needs the host of its address for. */
function rightsOf(element: DefaultTreeAdapterTypes.Element): { address: string | undefined; rights: Right[] } {
  if (element.tagName === "script") return { address: attribute(element, "src"), rights: ["script"] };
  if (element.tagName === "iframe") return { address: attribute(element, "src"), rights: ["frame"] };
  if (element.tagName !== "link") return { address: undefined, rights: [] };
  const said = (attribute(element, "rel") ?? "").toLowerCase().split(/\s+/);
  const as = (attribute(element, "as") ?? "").toLowerCase();
  const isPreload = said.includes("preload") || said.includes("prefetch");
  return {
    address: attribute(element, "href"),
    rights: [...said.flatMap((rel) => own(linked, rel)), ...(isPreload ? own(preloaded, as) : [])],
  };
}

/**
 * What a policy must allow for this code. It is read from the option as it is stored, never from a page, into which
 * content could have put something.
 */
export function codeOf({
  code_head: head,
  code_end: end,
  code_hosts,
}: Pick<Options, (typeof keys)[number]>): OwnerCode | null {
  if (head.trim() === "" && end.trim() === "") return null;
  const elements = [head, end].flatMap((html) => [...elementsIn(parseFragment(html))]);
  const inline = (name: string) =>
    elements.filter((each) => each.tagName === name && attribute(each, "src") === undefined).map(textOf);
  const needed = elements.map(rightsOf);
  const named = (right: Right) => [
    ...new Set(needed.flatMap(({ address, rights }) => (rights.includes(right) ? hostOf(address) : []))),
  ];
  return {
    head,
    end,
    scripts: [...new Set(inline("script").map(hashOf))],
    styles: [...new Set(inline("style").map(hashOf))],
    hosts: {
      script: [...new Set([...named("script"), ...hostsIn(code_hosts)])],
      style: named("style"),
      frame: named("frame"),
    },
  };
}

/** The code that is stored; remembered until it changes. */
export async function ownerCode(): Promise<OwnerCode | null> {
  const { reader } = engine();
  return remembered(reader, "owner's code", { cacheKeys: ownerCodeKeys }, async () =>
    codeOf(await readOptions(reader)),
  );
}

/** The cache keys of pages with the owner's code. */
export const ownerCodeKeys = settingKeys(...keys);

type Insertion = { at: number; text: string };

function inserted(html: string, insertions: readonly Insertion[]): string {
  let made = "";
  let from = 0;
  for (const { at, text } of insertions.toSorted((a, b) => a.at - b.at)) {
    made += html.slice(from, at) + text;
    from = at;
  }
  return made + html.slice(from);
}

/** Where the end tag of one of the document's two parts begins, by the tree that a browser makes of it. */
function endOf(tree: DefaultTreeAdapterTypes.Document, name: "head" | "body"): number | undefined {
  for (const element of elementsIn(tree))
    if (element.tagName === name) return element.sourceCodeLocation?.endTag?.startOffset;
  return undefined;
}

/** A finished page with the owner's code at the ends of its head and its body. */
export function withCode(html: string, { head, end }: Pick<OwnerCode, "head" | "end">): string {
  const tree = parse(html, { sourceCodeLocationInfo: true });
  const [headEnd, bodyEnd] = [endOf(tree, "head"), endOf(tree, "body")];
  return inserted(html, [
    ...(headEnd === undefined ? [] : [{ at: headEnd, text: head }]),
    ...(bodyEnd === undefined ? [] : [{ at: bodyEnd, text: end }]),
  ]);
}

/** A page whose links to pages of this site lead to the same pages below a path. */
export function withLinksBelow(html: string, path: string, isPage: (path: string) => boolean): string {
  const tree = parse(html, { sourceCodeLocationInfo: true });
  const insertions: Insertion[] = [];
  for (const element of elementsIn(tree)) {
    const place = element.tagName === "a" ? element.sourceCodeLocation?.attrs?.href : undefined;
    const href = attribute(element, "href") ?? "";
    if (!place || !/^\/(?!\/)/.test(href) || !isPage(href)) continue;
    const at = html.indexOf("/", place.startOffset);
    if (at < place.endOffset) insertions.push({ at, text: path });
  }
  return inserted(html, insertions);
}
