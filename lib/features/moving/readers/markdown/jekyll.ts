import { givenByJekyll } from "./given-fields";
import { hiddenInJekyll } from "./hidden-parts";
import { leftOut } from "./left-out";
import { aliasesOf, type Dialect, datesOf, filled, ownAddress, stemBelow, type TagContext } from "./dialect";
import type { FrontMatter } from "./front-matter";
import { splitDatedName } from "./dates";
import { type MarkdownPost, listed, unique } from "./markdown-post";
import { asBlock, fenced, type TagRules, type TagUse, wordsOf } from "./template-tags";
import { withoutSlashAtEnd } from "../../../../text/address-parts";

/** Jekyll's names for patterns. */
const patterns: Record<string, string> = {
  date: "/:categories/:year/:month/:day/:title:output_ext",
  pretty: "/:categories/:year/:month/:day/:title/",
  ordinal: "/:categories/:year/:y_day/:title:output_ext",
  none: "/:categories/:title:output_ext",
};

/** Several names in one text are separated by blanks. */
function names(fields: FrontMatter, plural: string, singular: string): string[] | undefined {
  const [one, several] = [fields.text(singular), fields.value(plural)];
  if (one === undefined && several === undefined && fields.value(singular) === undefined) return undefined;
  const more = typeof several === "string" ? several.split(/[\s,，]+/) : listed(several);
  const first = one === undefined ? listed(fields.value(singular)) : [one];
  return unique([...first, ...more].map((name) => name.trim()).filter(Boolean), (name) => name.toLowerCase());
}

const foldersOf = (path: string): string[] => path.split("/").slice(0, -1);

/** Whether Jekyll passes over a file of this name, or over a folder of posts or of a collection. */
const isSpecial = (name: string): boolean => /^[_#~.]/.test(name);
/** How the names of its posts begin. */
const DATED = /^\d{2,4}-\d{1,2}-\d{1,2}-/;

/**
 * Jekyll's folders, with the site's settings. `isSure`: whether there are settings; other programs keep posts in a folder of
 * the same name, without dates.
 */
export function jekyll(settings: FrontMatter, isSure: boolean): Dialect {
  const prefix = `/${settings.text("baseurl") ?? ""}`.replace(/\/+/g, "/").replace(/\/$/, "");
  const url = withoutSlashAtEnd(settings.text("url") ?? "") || undefined;
  const setting = settings.text("permalink") ?? "date";
  const pattern = Object.hasOwn(patterns, setting) ? (patterns[setting] ?? setting) : setting;
  const collections = settings.inside("collections");
  const [isLeftOut, isIncluded] = [leftOut(settings.value("exclude")), leftOut(settings.value("include"))];

  /** Everything that one text of a post could be called at the old site. */
  function patternAddresses(post: MarkdownPost, path: string, wanted: string): string[] {
    const name = splitDatedName(stemBelow(path.split("/").at(-1) ?? "", "")).rest;
    const categories = (post.categories ?? []).map((names) => names.join("/").toLowerCase());
    return datesOf(post).flatMap((dates) => {
      const found = filled(wanted, {
        ...dates,
        title: post.fields.text("slug") ?? name,
        slug: post.fields.text("slug") ?? name.toLowerCase(),
        categories: categories.join("/"),
        slugified_categories: categories.join("/").replace(/\s+/g, "-"),
        output_ext: ".html",
      });
      return found === null ? [] : [found];
    });
  }

  return {
    name: "jekyll",
    loose: false,
    site: url === undefined ? null : url + prefix,
    tags: (fields) => names(fields, "tags", "tag"),
    categories: (fields) => names(fields, "categories", "category")?.map((name) => [name]),
    givenTo: givenByJekyll(settings),
    hiddenIn: hiddenInJekyll,
    placeOf(path) {
      const folders = foldersOf(path);
      const name = path.split("/").at(-1) ?? "";
      const collection = folders.findIndex((folder) => folder.startsWith("_"));
      const isPassedOver =
        !folders.includes("_drafts") &&
        !isIncluded(path) &&
        !isIncluded(name) &&
        (isSpecial(name) || (collection >= 0 && isSpecial(folders[collection + 1] ?? "")));
      if (isLeftOut(path) || isPassedOver) return { skipped: `it is in ${path}, which Jekyll does not publish` };
      const categories = folders.slice(
        0,
        folders.findIndex((name) => name === "_posts" || name === "_drafts"),
      );
      if (folders.includes("_posts"))
        return !isSure || DATED.test(name)
          ? { kind: "post", categories }
          : { kind: "post", categories, isDraft: true, remark: "its name has no date, so Jekyll did not publish it" };
      if (folders.includes("_drafts")) return { kind: "post", isDraft: true, categories };
      const inner = folders[collection];
      if (inner !== undefined && collections.inside(inner.slice(1).toLowerCase()).flag("output") !== true)
        return { skipped: `it is in ${inner}/, which Jekyll does not publish` };
      // Posts alone, taken out of their folder.
      if (folders.length === 0 && splitDatedName(stemBelow(path, "")).date !== undefined)
        return { kind: "post", categories: [] };
      return { kind: "sheet", needsFrontMatter: true };
    },
    skipsText: (post, place) =>
      "kind" in place && place.kind === "sheet" && post.body.trim() === ""
        ? "it has no text of its own; a layout of the old site made its content"
        : null,
    addressesOf(post, path, place) {
      const own = ownAddress(post.fields);
      const said = post.fields.text("permalink");
      const stem = stemBelow(path, "").replace(/(^|\/)index$/, "$1");
      const isSheet = "kind" in place && place.kind === "sheet";
      const page =
        pattern.endsWith("/") && !stem.endsWith("/") && stem !== ""
          ? `/${stem}/`
          : `/${stem}${/(^|\/)$/.test(stem) ? "" : ".html"}`;
      const all = own !== null ? [own] : isSheet ? [page] : patternAddresses(post, path, said ?? pattern);
      return [...all, ...aliasesOf(post.fields)].map((each) => prefix + each);
    },
    roots: [""],
    assetsOf: () => null,
    excerptMark: (fields) => fields.text("excerpt_separator") ?? settings.text("excerpt_separator") ?? null,
    tagRules: (context) => rules(context, prefix, url ?? ""),
  };
}

/** `{{ "/a.png" | relative_url }}` and the site's own two addresses. */
function expression(text: string, prefix: string, url: string): string | null {
  if (text === "site.baseurl") return prefix;
  if (text === "site.url") return url;
  const [, double, single, filter = ""] = /^(?:"([^"]*)"|'([^']*)')\s*\|([^|]+)$/.exec(text) ?? [];
  const path = double ?? single;
  if (path === undefined) return null;
  const whole = prefix + (path.startsWith("/") ? path : `/${path}`);
  switch (filter.trim().replace(/\s+/g, " ")) {
    case "relative_url":
    case "prepend: site.baseurl":
      return whole;
    case "absolute_url":
      return url + whole;
    default:
      return null;
  }
}

const rules = (context: TagContext, prefix: string, url: string): TagRules => ({
  signs: [
    ["{%", "%}"],
    ["{{", "}}"],
  ],
  end: "end",
  enclosing: new Set(["highlight", "raw", "comment"]),
  replace(use: TagUse) {
    if (use.name === "") return expression(use.args, prefix, url);
    const [first = ""] = wordsOf(use.args).words;
    if (use.body !== null) {
      if (use.name === "raw") return use.body;
      return use.name === "comment" ? "" : asBlock(fenced(use.body, first), use);
    }
    if (use.name === "post_url") return context.text(first)?.address ?? null;
    // A link leads to a text or to a file.
    return use.name === "link" ? (context.text(first)?.address ?? `${prefix}/${first.replace(/^\//, "")}`) : null;
  },
});
