import { aliasesOf, type Dialect, datesOf, filled, ownAddress, pathOf, stemBelow, type TagContext } from "./dialect";
import type { FrontMatter } from "./front-matter";
import { givenByHugo, type ListPage } from "./given-fields";
import { hiddenInHugo } from "./hidden-parts";
import { ignored } from "./left-out";
import { listed, plainReading } from "./markdown-post";
import { asBlock, fenced, linkTo, picture, player, type TagRules, type TagUse, wordsOf } from "./template-tags";
import { withoutSlashAtEnd } from "../../../../text/address-parts";

const postSections = new Set(["posts", "post", "blog"]);
const urlized = (text: string): string => text.toLowerCase().replace(/\s+/g, "-");

function figure(use: TagUse): string | null {
  const { words, named } = wordsOf(use.args);
  const src = named.get("src") ?? words[0];
  if (src === undefined) return null;
  const caption = [named.get("title"), named.get("caption")].filter(Boolean).join(". ");
  const image = picture(src, named.get("alt") ?? caption, caption);
  const link = named.get("link");
  return link === undefined ? image : `[${image}](${link})`;
}

function replaceShortcode(use: TagUse, context: TagContext): string | null {
  const { words, named } = wordsOf(use.args);
  const id = named.get("id") ?? words[0] ?? "";
  switch (use.name) {
    case "figure":
      return figure(use);
    case "youtube":
    case "vimeo":
      return player(use.name, id);
    case "gist":
      return words.length < 2 ? null : linkTo(`https://gist.github.com/${words[0]}/${words[1]}`, `Gist ${words[1]}`);
    case "highlight":
      return use.body === null ? null : asBlock(fenced(use.body, words[0] ?? ""), use);
    case "ref":
    case "relref": {
      const [wanted = "", fragment] = (named.get("path") ?? words[0] ?? "").split("#");
      const found = context.text(wanted === "" ? context.path : wanted);
      return found && found.address + (fragment === undefined ? "" : `#${fragment}`);
    }
    case "": {
      // A tag that is shown and not used: {{</* figure */>}}.
      const shown = /^\*(.*)\*\/$/.exec(use.args)?.[1];
      return shown === undefined ? null : `{{< ${shown.trim()} >}}`;
    }
    default:
      return null;
  }
}

const rules = (context: TagContext): TagRules => ({
  signs: [
    ["{{<", ">}}"],
    ["{{%", "%}}"],
  ],
  end: "/",
  enclosing: new Set(["highlight"]),
  replace: (use) => replaceShortcode(use, context),
});

/** Whether a file is in a folder, or below one, that is a page itself. */
function isOfBundle(path: string, has: (path: string) => boolean): boolean {
  const folders = path.split("/").slice(0, -1);
  const isIndex = /\/index(?:\.[\w-]+)?\.\w+$/.test(path);
  return folders.some((_, i) => {
    const folder = folders.slice(0, i + 1).join("/");
    return (
      i > 0 && !(isIndex && i === folders.length - 1) && ["md", "markdown"].some((end) => has(`${folder}/index.${end}`))
    );
  });
}

/** Finds texts in languages of which the settings say that the site does not show them. */
function inHiddenLanguage(settings: FrontMatter): (path: string) => boolean {
  const all: unknown = settings.value("languages");
  const languages = all instanceof Map ? [...all.keys()].map(String) : [];
  const named = new Set(listed(settings.value("disablelanguages")).map((name) => name.toLowerCase()));
  const hidden = languages.filter(
    (name) =>
      named.has(name.toLowerCase()) ||
      settings.inside("languages").inside(name.toLowerCase()).flag("disabled") === true,
  );
  const names = new Set([...named, ...hidden.map((name) => name.toLowerCase())]);
  const folders = hidden.flatMap((name) => {
    const folder = settings.inside("languages").inside(name.toLowerCase()).text("contentdir");
    return folder === undefined ? [] : [`${withoutSlashAtEnd(folder)}/`];
  });
  return (path) =>
    names.has(/\.([\w-]{2,20})\.\w+$/.exec(path)?.[1]?.toLowerCase() ?? "") ||
    folders.some((folder) => path.startsWith(folder));
}

/** Hugo's folders, with the site's settings and the pages of its lists. */
export function hugo(settings: FrontMatter, lists: readonly ListPage[]): Dialect {
  const site = withoutSlashAtEnd(settings.text("baseurl") ?? "") || null;
  const prefix = pathOf(site);
  const permalinks = settings.inside("permalinks");
  const [isIgnored, isUnshown] = [ignored(settings.value("ignorefiles")), inHiddenLanguage(settings)];
  const patternOf = (section: string): string | undefined =>
    permalinks.text(section) ?? permalinks.inside("page").text(section);
  return {
    ...plainReading,
    name: "hugo",
    site,
    givenTo: givenByHugo(settings, lists),
    hiddenIn: hiddenInHugo,
    placeOf(path, has = () => false) {
      if (isIgnored(path) || isUnshown(path) || /(?:^|\/)#[^/]*$/.test(path))
        return { skipped: `it is in ${path}, which Hugo does not publish` };
      if (!path.startsWith("content/")) return { skipped: "it is outside of content/, so it was no page" };
      const parts = path.split("/").slice(1);
      if (parts.at(-1)?.startsWith("_index.")) return { skipped: "it is the page of a list; this site makes its own" };
      if (isOfBundle(path, has)) return { skipped: "it belongs to the page of its folder, and was no page of its own" };
      if (parts.slice(0, -1).some((part) => postSections.has(part.toLowerCase()))) return { kind: "post" };
      return { kind: "sheet" };
    },
    skipsText: () => null,
    addressesOf(post, path) {
      const stem = stemBelow(path, "content/").replace(/(^|\/)index$/, "");
      const [section = "", name = ""] = [stem.includes("/") ? stem.split("/")[0] : "", stem.split("/").at(-1)];
      const folder = stem.slice(0, stem.length - name.length);
      const last = post.fields.text("slug") ?? name;
      const pattern = patternOf(section);
      const made = pattern
        ? datesOf(post).map((dates) =>
            filled(pattern, {
              ...dates,
              section,
              sections: folder,
              title: urlized(post.fields.text("slug") ?? post.title),
              slug: urlized(post.fields.text("slug") ?? post.title),
              filename: name,
              contentbasename: name,
              slugorfilename: urlized(last),
              slugorcontentbasename: urlized(last),
            }),
          )
        : [];
      const own = ownAddress(post.fields) ?? `/${urlized(folder)}${urlized(last)}/`;
      const all = [...made.filter((each) => each !== null), ...(made.length > 0 ? [] : [own])];
      return [
        ...all.map((each) => prefix + each),
        ...aliasesOf(post.fields, `/${folder}`).map((each) => prefix + each),
      ];
    },
    roots: ["", "static", "assets", "content"],
    assetsOf: () => null,
    excerptMark: () => "<!--more-->",
    tagRules: rules,
  };
}
