import { hiddenInHexo } from "./hidden-parts";
import { leftOut } from "./left-out";
import { aliasesOf, type Dialect, datesOf, filled, ownAddress, pathOf, stemBelow, type TagContext } from "./dialect";
import type { FrontMatter } from "./front-matter";
import { splitDatedName } from "./dates";
import { listed, plainReading, unique } from "./markdown-post";
import { asBlock, fenced, linkTo, picture, player, quoted, type TagRules, type TagUse, wordsOf } from "./template-tags";
import { withoutSlashAtEnd } from "../../../../text/address-parts";

/** Pages whose content is a list that a theme makes. */
const lists = new Set(["tags", "tag", "categories", "category", "archives", "archive", "index", "home", "404"]);

/** A flat list is one path; lists in a list are several. */
function categoriesOf(value: unknown): string[][] {
  if (typeof value === "string") return value.trim() === "" ? [] : [[value.trim()]];
  if (!Array.isArray(value)) return [];
  const paths = value.some((item) => Array.isArray(item))
    ? value.map((item: unknown) => listed(Array.isArray(item) ? item : [item]))
    : [listed(value)];
  return unique(
    paths.filter((path) => path.length > 0),
    (path) => path.join("\n").toLowerCase(),
  );
}

/** The passwords by tags of the plugin that encrypts texts. */
function locksOf(settings: FrontMatter): Map<string, string> {
  const tags = settings.value("tags");
  return new Map(
    (Array.isArray(tags) ? tags : []).flatMap((each: unknown): [string, string][] => {
      const named: ReadonlyMap<unknown, unknown> = each instanceof Map ? each : new Map();
      const [name, password] = [named.get("name"), named.get("password")];
      return typeof name === "string" && typeof password === "string" && password !== "" ? [[name, password]] : [];
    }),
  );
}

/** Hexo's folders, with the site's settings. */
export function hexo(settings: FrontMatter): Dialect {
  const source = `${settings.text("source_dir") ?? "source"}/`.replace(/(?<!\/)\/+$/, "/");
  const url = withoutSlashAtEnd(settings.text("url") ?? "") || null;
  const prefix = pathOf(url) || `/${settings.text("root") ?? ""}`.replace(/\/+/g, "/").replace(/\/$/, "");
  const pattern = settings.text("permalink") ?? ":year/:month/:day/:title/";
  const [isLeftOut, isIgnored] = [leftOut(settings.value("exclude")), leftOut(settings.value("ignore"))];
  const locks = locksOf(settings.inside("encrypt"));
  const isDatedByName = settings.text("new_post_name")?.includes(":year") === true;
  return {
    name: "hexo",
    loose: true,
    hiddenIn: hiddenInHexo,
    site: url,
    tags: (fields) => plainReading.tags(fields),
    passwordOf: (tags) => tags.map((tag) => locks.get(tag)).find((password) => password !== undefined),
    categories(fields) {
      const value = fields.value("categories", "category");
      return value === undefined ? undefined : categoriesOf(value);
    },
    placeOf(path) {
      if (!path.startsWith(source)) return { skipped: `it is outside of ${source}, so it was no page` };
      if (isLeftOut(path.slice(source.length)) || isIgnored(path))
        return { skipped: `it is in ${path}, which Hexo does not publish` };
      const [first = ""] = path.slice(source.length).split("/");
      const isHidden = /(?:^|\/)_/.test(path.slice(source.length + "_posts/".length));
      if (first === "_posts")
        return isHidden ? { skipped: `it is in ${path}, which Hexo does not publish` } : { kind: "post" };
      if (first === "_drafts") return { kind: "post", isDraft: true };
      if (
        path
          .slice(source.length)
          .split("/")
          .some((part) => part.startsWith("_"))
      )
        return { skipped: `it is in ${source}${first}/, which Hexo does not publish` };
      return { kind: "sheet" };
    },
    skipsText(post, place) {
      if (!("kind" in place) || place.kind === "post") return null;
      const type = [post.fields.text("type"), post.fields.text("layout")].find(
        (word) => word !== undefined && lists.has(word.toLowerCase()),
      );
      if (type !== undefined) return `it is the page of a list (${type}); this site makes its own`;
      return post.body.trim() === "" ? "it has no text of its own; a theme of the old site made its content" : null;
    },
    addressesOf(post, path, place) {
      const own = ownAddress(post.fields);
      const stem = stemBelow(path, source).replace(/^_(?:posts|drafts)\//, "");
      const name = stem.split("/").at(-1) ?? "";
      const title = isDatedByName ? splitDatedName(name).rest : stem;
      const made =
        "kind" in place && place.kind === "sheet"
          ? [`/${stem.replace(/(^|\/)index$/, "$1")}${/(^|\/)index$/.test(stem) ? "" : ".html"}`]
          : datesOf(post).map((dates) =>
              filled(pattern, {
                ...dates,
                title,
                name: isDatedByName ? title : name,
                post_title: post.slug.text,
                category: post.categories?.[0]?.join("/") ?? settings.text("default_category") ?? "uncategorized",
              }),
            );
      const all = own !== null ? [own] : made.filter((each) => each !== null);
      return [...all, ...aliasesOf(post.fields)].map((each) => prefix + each);
    },
    roots: ["", source.slice(0, -1)],
    assetsOf: (path) => (path.startsWith(`${source}_`) ? path.replace(/\.[^./]+$/, "") : null),
    excerptMark: () => "<!-- more -->",
    tagRules: rules,
  };
}

/** `[class names] /path [width] [height] "title" "alt"`, where a class is not known by its place. */
function image({ args }: TagUse): string | null {
  const { words } = wordsOf(args);
  const at = words.findIndex((word) => /[./]/.test(word));
  if (at < 0) return null;
  const [title = "", alt = title] = words.slice(at + 1).filter((word) => !/^\d+(?:px|%)?$/.test(word));
  return picture(words[at] ?? "", alt, title === alt ? "" : title);
}

function asset(use: TagUse, { path }: TagContext): string | null {
  const { words } = wordsOf(use.args);
  const folder = (path.split("/").at(-1) ?? "").replace(/\.[^.]+$/, "");
  const at = use.name === "asset_img" ? words.findIndex((word) => /\.[a-z0-9]{2,5}$/i.test(word)) : 0;
  const file = words[at];
  if (file === undefined) return null;
  const rest = words.slice(at + 1).filter((word) => use.name !== "asset_img" || !/^\d+(?:px|%)?$/.test(word));
  const address = `${folder}/${file}`;
  if (use.name === "asset_path") return address;
  return use.name === "asset_img" ? picture(address, rest.join(" ")) : linkTo(address, rest.join(" ") || file);
}

function quote(use: TagUse): string | null {
  if (use.body === null) return null;
  const { words } = wordsOf(use.args);
  const link = words.find((word) => /^https?:\/\//.test(word));
  const by = words.filter((word) => word !== link).join(" ");
  const source = link === undefined ? by : linkTo(link, by || link);
  return asBlock(quoted(use.body.trim() + (source === "" ? "" : `\n\n— ${source}`)), use);
}

const rules = (context: TagContext): TagRules => ({
  signs: [["{%", "%}"]],
  end: "end",
  enclosing: new Set(["codeblock", "code", "blockquote", "quote", "raw"]),
  replace(use) {
    const { words, named } = wordsOf(use.args);
    const [first = "", ...rest] = words;
    switch (use.name) {
      case "asset_img":
      case "asset_path":
      case "asset_link":
        return asset(use, context);
      case "post_link":
      case "post_path": {
        const found = context.text(first);
        const title = rest.filter((word) => word !== "true" && word !== "false").join(" ");
        return found && (use.name === "post_path" ? found.address : linkTo(found.address, title || found.title));
      }
      case "img":
        return image(use);
      case "link":
        return rest[0] === undefined ? null : linkTo(rest[0], first);
      case "codeblock":
      case "code":
        return use.body === null ? null : asBlock(fenced(use.body, named.get("lang") ?? ""), use);
      case "blockquote":
      case "quote":
        return quote(use);
      case "raw":
        return use.body;
      case "youtube":
      case "vimeo":
        return player(use.name, first);
      case "gist":
        return /^[\w/-]+$/.test(first) ? linkTo(`https://gist.github.com/${first}`, `Gist ${first}`) : null;
      default:
        return null;
    }
  },
});
