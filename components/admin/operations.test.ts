import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { routes } from "../../lib/api/routes";
import type { Operation } from "../../lib/core/operation";
import { locales } from "../../lib/core/languages";
import { messagesOf } from "../../lib/services/words/messages";
import { programFiles, type Source } from "../../lib/testing/sources";

/*
 * Every operation of the API has its place in the dashboard: a page reads it, or an action that a component imports runs
 * it. What has none stands here with its reason.
 */
const elsewhere: Record<string, readonly string[]> = {
  "Programs sign in and out by these; people do by the forms of the sign-in.": [
    "precheckLogin",
    "logIn",
    "refreshTokens",
    "logOut",
  ],
  "Reads one; its page has it from its list.": [
    "getBackup",
    "getCategory",
    "getCommentBlock",
    "getImport",
    "getFollower",
    "getJournal",
    "getPersonalToken",
    "getPhoto",
    "getRedirect",
    "getLink",
    "getMenu",
    "getTag",
    "listLatestPhotos",
    "listLinks",
    "listPhotoTeams",
  ],
  "Changes one or several; the dashboard has the same by an operation on several, or on one.": [
    "createPhoto",
    "updateCategories",
    "updateLinks",
    "updateMenus",
    "updatePhotos",
    "updateRedirects",
    "deletePhoto",
    "deleteAttachment",
    "deleteFollower",
    "deleteLink",
    "deletePost",
    "deleteRedirect",
    "deleteSheet",
    "deleteTag",
  ],
  "Options by their names, also those of other programs; the settings are listed and set all together.": [
    "listOptions",
    "getOption",
    "createOption",
    "updateOption",
    "deleteOption",
  ],
  "Up to a thousand at once; the dashboard has pages of them, and finds others by what is typed.": [
    "listPhotos",
    "listTags",
  ],
  "Saves a text alone; the editor saves it with its kind and its title.": ["updatePostContent", "updateSheetContent"],
  "Numbers that the first page has from its own query.": ["getStatistics", "getStorage"],
  "The editor compares texts in the browser, also those that are not stored yet.": [
    "getPostRevisionDiff",
    "getSheetRevisionDiff",
  ],
  "Links of the dashboard lead to its files, which `lib/server/files/kept-files.ts` sends.": ["downloadExport"],
  "Comments on one kind of text; the queue has those of all kinds.": ["Post", "Sheet", "Journal"].flatMap((kind) => [
    `list${kind}Comments`,
    `get${kind}Comment`,
    `create${kind}Comment`,
    `update${kind}Comment`,
    `delete${kind}Comment`,
    `delete${kind}Comments`,
    `set${kind}CommentStatus`,
    `set${kind}CommentsStatus`,
  ]),
};

const files = programFiles();
const byPath = new Map(files.map((file) => [file.path, file]));

/** Where dashboard and sign-in begin. */
const isEntry = ({ path }: Source) => /^app\/(admin|\(account\))\/.*\b(page|layout|route)\.tsx?$/.test(path);

/** The names that a file imports, with the file they come from; `* as x` gives `x.name` for what is used of it. */
function namesIn({ code }: Source, from: (specifier: string) => string | undefined): [path: string, name: string][] {
  const found: [string, string][] = [];
  for (const [, clause = "", specifier = ""] of code.matchAll(
    /^\s*import\s+(?!type\b)([\w*{][^;"']*?)\s*from\s*["']([^"']+)["']/gm,
  )) {
    const path = from(specifier);
    if (!path) continue;
    const whole = /\*\s+as\s+(\w+)/.exec(clause)?.[1];
    if (whole)
      for (const [, name = ""] of code.matchAll(new RegExp(`\\b${whole}\\.(\\w+)`, "g"))) found.push([path, name]);
    for (const part of /\{([^}]*)\}/.exec(clause)?.[1]?.split(",") ?? []) {
      const [name = "", local = name] = part.trim().split(/\s+as\s+/);
      if (name === "" || name.startsWith("type ")) continue;
      found.push([path, name]);
      // Parts of an object of operations.
      for (const [, inner = ""] of code.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, "g")))
        found.push([path, `${name}.${inner}`]);
    }
  }
  return found;
}

const isActions = (path: string) => path.startsWith("app/") && path.endsWith("/actions.ts");

/** The files that somebody's browser or a page reaches, from the entries. */
function reachedFiles(): Source[] {
  const reached = new Set<string>();
  const walk = (path: string) => {
    const file = byPath.get(path);
    if (!file || reached.has(path) || !/^(app|components)\//.test(path)) return;
    reached.add(path);
    for (const { target, types } of file.imports) if (!types) walk(target);
  };
  files.filter(isEntry).forEach(({ path }) => walk(path));
  return files.filter(({ path }) => reached.has(path));
}

/** What stands in a file of actions for those of its actions that are imported somewhere. */
const partsUsed = (file: Source, imported: ReadonlySet<string>): Source => ({
  ...file,
  code: file.code
    .split(/^(?=export )/m)
    .filter((part) => {
      const name = /^export (?:const|async function|function) (\w+)/.exec(part)?.[1];
      return name === undefined || imported.has(`${file.path}#${name}`);
    })
    .join(""),
});

const pathOf = (from: string, specifier: string): string | undefined => {
  const path = normalize(join(dirname(from), specifier));
  return [`${path}.ts`, `${path}.tsx`, path].find((each) => byPath.has(each));
};

/** `path#name` of what a file imports of ours. */
const importsIn = (file: Source): string[] =>
  namesIn(file, (specifier) => pathOf(file.path, specifier)).map(([path, name]) => `${path}#${name}`);

const without = (code: string) => code.replace(/^\s*import[^;]*;/gm, "");

/** Everything that reached files import; of actions, only what stands in those that are imported themselves. */
function usedNames(): Set<string> {
  const reached = reachedFiles();
  const used = new Set(reached.filter(({ path }) => !isActions(path)).flatMap(importsIn));
  for (const file of reached.filter(({ path }) => isActions(path))) {
    const { code } = partsUsed(file, used);
    for (const name of importsIn(file)) {
      const local = name.split(/[#.]/).at(-1) ?? "";
      const alias = new RegExp(`\\b${local} as (\\w+)`).exec(code)?.[1] ?? local;
      if (new RegExp(`\\b${alias}\\b`).test(without(code))) used.add(name);
    }
  }
  return used;
}

/** The lines of the API that files dropped on the dashboard are taken to. */
const linesOfUploads = [
  ...(byPath
    .get("lib/server/files/desk-uploads.ts")
    ?.code.matchAll(/method: "(\w+)", line: [^"`]*["`]\/api([^"`]+)/g) ?? []),
].map(([, method, path = ""]) => `${method} ${path.replace(/\$?\{[^}]*\}/g, "{}")}`);

const isOperation = (value: unknown): value is Operation =>
  typeof value === "function" && "kind" in value && "can" in value;

/** Every name by which an operation is exported. */
async function exportsOf(): Promise<Map<unknown, string[]>> {
  const names = new Map<unknown, string[]>();
  const note = (value: unknown, name: string) =>
    isOperation(value) && names.set(value, [...(names.get(value) ?? []), name]);
  for (const { path } of files.filter(
    (file) =>
      /^lib\/(features|services)\//.test(file.path) &&
      /\b(query|mutation|procedure|mutationsOf|queriesOf|bulkOf|\w+Of)\b/.test(file.code),
  )) {
    if (/worker|child/.test(path)) continue;
    const exported = (await import(`../../${path}`)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      note(value, `${path}#${name}`);
      if (typeof value === "object" && value !== null)
        for (const [inner, part] of Object.entries(value)) note(part, `${path}#${name}.${inner}`);
    }
  }
  return names;
}

it("every operation of the API that manages the site has its place in the dashboard, or a reason", async () => {
  const [used, names] = [usedNames(), await exportsOf()];
  const placeless = routes
    .filter(({ path }) => path.startsWith("/admin/"))
    .filter(({ method, path }) => !linesOfUploads.includes(`${method} ${path.replace(/\{\w+\}/g, "{}")}`))
    .filter(({ operation }) => !(names.get(operation) ?? []).some((name) => used.has(name)))
    .map(({ operation }) => operation.title);
  expect(linesOfUploads).toHaveLength(4);
  expect([...new Set(placeless)].sort()).toEqual(Object.values(elsewhere).flat().sort());
});

it("would notice an operation that loses its place", () => {
  const used = usedNames();
  expect(used.has("lib/features/accounts/users/staff.ts#updateUser")).toBe(true);
  expect(used.has("lib/features/writing/posts/mutations.ts#createPost")).toBe(true);
  // An action that no component imports is no place.
  const part = { path: "app/admin/x/actions.ts", text: "", code: "export const aAction = action(a);", imports: [] };
  expect(partsUsed(part, new Set()).code).toBe("");
  expect(partsUsed(part, new Set(["app/admin/x/actions.ts#aAction"])).code).toContain("action(a)");
});

it("every operation of the API that writes the audit log has a name in every language", () => {
  const titles = routes
    .filter(({ operation }) => operation.kind === "mutation")
    .map(({ operation }) => operation.title);
  for (const locale of locales)
    expect(titles.filter((title) => !(title in messagesOf(locale).operations) && !title.startsWith("like"))).toEqual(
      [],
    );
});
