import type { Dialect } from "./dialect";
import { FrontMatter, parseFields, splitFrontMatter } from "./front-matter";
import type { ListPage } from "./given-fields";
import { hexo } from "./hexo";
import { hugo } from "./hugo";
import { jekyll } from "./jekyll";
import { plain } from "./plain";
import type { SourceTree } from "./source-tree";

const languages = { yaml: "yaml", yml: "yaml", toml: "toml", json: "json" } as const;

/** The settings in the first of these files; empty ones where it does not parse. */
async function settingsIn(tree: SourceTree, names: RegExp): Promise<{ file: string; settings: FrontMatter } | null> {
  const file = tree.files.find(({ path }) => names.test(path))?.path;
  if (file === undefined) return null;
  const ending = file.slice(file.lastIndexOf(".") + 1).toLowerCase();
  try {
    const { text } = await tree.read(file);
    return { file, settings: parseFields(text, languages[ending as keyof typeof languages]) };
  } catch {
    // Settings are only needed for addresses and are often templates themselves.
    return { file, settings: new FrontMatter() };
  }
}

/** The pages of Hugo's lists that say something of the texts below them; one that cannot be read says nothing. */
async function listPages(tree: SourceTree): Promise<ListPage[]> {
  const found: ListPage[] = [];
  for (const { path, kind } of tree.files) {
    const [folder, name] = [path.slice(0, path.lastIndexOf("/") + 1), path.slice(path.lastIndexOf("/") + 1)];
    if (kind !== "text" || !folder.startsWith("content/") || !name.startsWith("_index.")) continue;
    try {
      const { fields } = splitFrontMatter((await tree.read(path)).text);
      if (fields.value("cascade") !== undefined) found.push({ folder, fields });
    } catch {
      continue;
    }
  }
  return found;
}

const hugoFiles = /^(?:config\/_default\/)?(?:hugo|config)\.(?:toml|ya?ml|json)$/i;
const otherFiles = /^_config\.ya?ml$/i;

/** Which generator a folder is for, by its files; the given one where somebody has chosen. */
export async function dialectOf(tree: SourceTree, chosen: Dialect["name"] | null): Promise<Dialect> {
  const has = (folder: string) => tree.files.some(({ path }) => path.startsWith(folder));
  const [forHugo, forOthers] = [await settingsIn(tree, hugoFiles), await settingsIn(tree, otherFiles)];
  const isHugo =
    has("content/") &&
    forHugo !== null &&
    (/(^|\/)hugo\.[a-z]+$/i.test(forHugo.file) || forHugo.settings.text("baseurl") !== undefined);
  const source = `${forOthers?.settings.text("source_dir") ?? "source"}/`.replace(/(?<!\/)\/+$/, "/");
  const found = isHugo
    ? "hugo"
    : has(`${source}_posts/`)
      ? "hexo"
      : has("_posts/") || forOthers !== null
        ? "jekyll"
        : "plain";
  const name = chosen ?? found;
  if (name === "hugo") return hugo(forHugo?.settings ?? new FrontMatter(), await listPages(tree));
  const settings = forOthers?.settings ?? new FrontMatter();
  if (name === "jekyll") return jekyll(settings, forOthers !== null);
  return name === "hexo" ? hexo(settings) : plain;
}
