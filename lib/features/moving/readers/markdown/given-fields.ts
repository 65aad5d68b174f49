import { fieldsOf, FrontMatter } from "./front-matter";
import { leftOut } from "./left-out";

// What a site says of the texts at some paths, which then need not say it themselves.

type Given = (path: string) => FrontMatter;
type Part = { isFor: (path: string) => boolean; fields: FrontMatter };

/** The most parts of settings that are read. */
const MOST = 1_000;

/** What some parts say of the text at a path; later ones go before earlier ones. */
const together = (parts: readonly Part[], path: string): FrontMatter =>
  parts.reduce((all, { isFor, fields }) => (isFor(path) ? fields.over(all) : all), new FrontMatter());

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.slice(0, MOST) : value === undefined ? [] : [value];

/** The page of a list of Hugo's: the folder that it stands for, with its `/`, and what it says. */
export type ListPage = { folder: string; fields: FrontMatter };

/** The spellings of a text's path below a folder by which Hugo may mean it. */
function spellings(path: string, folder: string, hasLanguages: boolean): string[] {
  const below = path.slice(folder.length).toLowerCase();
  const all = [below, below.replace(/\.[^./]+$/, ""), below.replace(/(\/|^)([^./]+)\.[^/]*$/, "$1$2")];
  const dashed = all.map((each) => each.replace(/\s+/g, "-"));
  return hasLanguages ? [...dashed, ...dashed.map((each) => each.slice(each.indexOf("/") + 1))] : dashed;
}

/** Whether a target means a text; what is not written plainly may mean any. */
function targets(target: FrontMatter, hasLanguages: boolean): (path: string) => boolean {
  const [kind, environment, glob] = [target.text("kind"), target.text("environment"), target.text("path")];
  if (kind !== undefined && !/page|[*?{[]/i.test(kind)) return () => false;
  if (environment !== undefined && !/production|[*?{[]/i.test(environment)) return () => false;
  if (glob === undefined || /[{}[\]!\\]/.test(glob)) return () => true;
  const isMeant = leftOut(glob.toLowerCase());
  return (path) => spellings(path, "content/", hasLanguages).some(isMeant);
}

/** What Hugo's settings and the pages of its lists hand down to the texts below them; those of an inner folder go before. */
export function givenByHugo(settings: FrontMatter, lists: readonly ListPage[]): Given {
  const hasLanguages = settings.value("languages") !== undefined;
  const parts = new Map<string, Part[]>();
  for (const { folder, fields } of [{ folder: "content/", fields: settings }, ...lists])
    for (const each of listOf(fields.value("cascade"))) {
      const given = fieldsOf(each);
      const part = { isFor: targets(given.inside("target", "_target"), hasLanguages), fields: given };
      const others = parts.get(folder);
      if (others) others.push(part);
      else parts.set(folder, [part]);
    }
  return (path) => {
    const folders = path.split("/").slice(0, -1);
    const above = folders.flatMap((_, i) => parts.get(`${folders.slice(0, i + 1).join("/")}/`) ?? []);
    return together(above, path);
  };
}

/** Whether a text at a path is of a type of Jekyll's: posts, drafts, pages, or a collection. */
function isOfType(type: string, path: string): boolean {
  const folders = path.toLowerCase().split("/").slice(0, -1);
  if (/^pages?$/i.test(type)) return !folders.some((name) => name.startsWith("_"));
  return folders.includes(`_${type.toLowerCase().replace(/^(post|draft)$/, "$1s")}`);
}

/** What Jekyll's settings give texts by their paths and types; the longest path goes before others. */
export function givenByJekyll(settings: FrontMatter): Given {
  const parts = listOf(settings.value("defaults")).map((each) => {
    const scope = fieldsOf(each).inside("scope");
    const [where, type] = [scope.text("path") ?? "", scope.text("type") ?? ""];
    const isThere = where === "" ? () => true : leftOut(where);
    const isFor = (path: string) => isThere(path) && (type === "" || isOfType(type, path));
    return { where, isFor, fields: fieldsOf(each).inside("values") };
  });
  const sorted = parts.toSorted((a, b) => a.where.length - b.where.length);
  return (path) => together(sorted, path);
}
