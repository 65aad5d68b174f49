import { stat } from "node:fs/promises";
import { AppError } from "../../../../core/errors";
import type { ForeignRecord, Unread, UserRecord } from "../../records";
import type { OpenSource, Reader, ReadingChoices } from "../../reading";
import { LeftTally } from "../left-tally";
import { openMedia } from "../media/media-archive";
import type { Dialect } from "./dialect";
import { dialectOf } from "./dialects";
import { type FoundFile } from "./markdown-files";
import { markdownPost } from "./markdown-post";
import { openTree, type SourceTree } from "./source-tree";
import { TextNames } from "./text-names";
import { authorsOf, type Found, recordOf } from "./text-record";
import { Terms } from "./terms";
import { TreeFiles } from "./tree-files";
import { normalized } from "../../../../text/normalized";

/** Texts that are kept between the two readings, in characters. */
const MOST_KEPT = 32 * 1024 * 1024;

/** Files that are read at once. */
const AT_ONCE = 16;

/** Why a file cannot become a text; other errors are faults of the program. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof RangeError) return "the front matter is nested too deeply";
  if (error instanceof Error && "code" in error) return `the file cannot be read (${String(error.code)})`;
  throw error;
}

/** An account here that was named for an author; it is found by its user name and never made. */
const userOf = (username: string): UserRecord => ({
  kind: "user",
  source: username,
  warnings: [],
  oldAddresses: [],
  username,
  nickname: username,
  email: "",
  role: "AUTHOR",
  description: "",
  url: "",
  avatar: "",
  suspended: false,
  passwordHash: null,
  totpKey: null,
  createTime: null,
});

class MarkdownSource {
  readonly #tree: SourceTree;
  readonly #dialect: Dialect;
  readonly #choices: ReadingChoices;
  readonly #listed: FoundFile[];
  readonly #texts: ReadonlySet<string>;
  readonly #files: TreeFiles;
  readonly #kept = new Map<string, Found>();
  readonly names = new TextNames();
  readonly terms = new Terms();
  readonly users = new Set<string>();
  /** Authors whose account here nobody has named. */
  readonly left = new LeftTally();

  constructor(tree: SourceTree, dialect: Dialect, choices: ReadingChoices) {
    [this.#tree, this.#dialect, this.#choices] = [tree, dialect, choices];
    this.#files = new TreeFiles(tree, dialect);
    this.#listed = tree.files.filter(({ kind }) => kind !== "other");
    this.#texts = new Set(this.#listed.map((file) => file.path));
  }

  get total(): number {
    return this.users.size + this.terms.size + this.#listed.length;
  }

  /** Reads every text once, for the names that others call it by, and for tags and categories. */
  async index(): Promise<void> {
    let kept = 0;
    for await (const { found } of this.#reading()) {
      if (!found || this.#skipped(found) !== null || !("kind" in found.place)) continue;
      const { post, place, path } = found;
      const [address] = this.#dialect.addressesOf(post, path, place);
      this.names.add({ path, title: post.title, address: address ?? `/${path}` });
      this.terms.add(post, place.categories ?? []);
      for (const [i, name] of authorsOf(post.fields).entries()) {
        const username = Object.hasOwn(this.#choices.authorMap, name) ? this.#choices.authorMap[name] : undefined;
        if (username !== undefined) this.users.add(username);
        // Texts belong to the first of their authors.
        else if (i === 0)
          this.left.add(`the author "${name}"`, null, "--author-map names an account here", 1, {
            choice: "authorMap",
            name,
          });
      }
      kept += found.read.text.length;
      if (kept <= MOST_KEPT) this.#kept.set(path, found);
    }
  }

  async *records(): AsyncGenerator<ForeignRecord | Unread> {
    for (const username of this.users) yield userOf(username);
    yield* this.terms.records();
    const site = {
      dialect: this.#dialect,
      files: this.#files,
      context: (path: string) => ({ path, text: (wanted: string) => this.names.find(wanted, path) }),
      time: this.#tree.time,
      authors: new Map(Object.entries(this.#choices.authorMap)),
    };
    for await (const { file, found, failed } of this.#reading()) {
      const about = { kind: "post" as const, source: this.#sourceOf(file.path), title: file.path, warnings: [] };
      if (file.kind === "link") yield { ...about, skipped: "symbolic links are not followed" };
      else if (!found) yield { ...about, failed };
      else {
        const skipped = this.#skipped(found);
        yield skipped !== null || !("kind" in found.place)
          ? { ...about, title: found.post.title, skipped: skipped ?? "" }
          : recordOf(found, found.place.kind, site);
      }
    }
  }

  /** Reads the files in their order, some at a time, since waiting for the disk takes longer than reading. */
  async *#reading(): AsyncGenerator<{ file: FoundFile; found: Found | null; failed: string }> {
    const read = async (file: FoundFile) => {
      try {
        const found = file.kind === "link" ? null : (this.#kept.get(file.path) ?? (await this.#read(file.path)));
        this.#kept.delete(file.path);
        return { file, found, failed: "" };
      } catch (error) {
        return { file, found: null, failed: reasonOf(error) };
      }
    };
    for (let from = 0; from < this.#listed.length; from += AT_ONCE)
      yield* await Promise.all(this.#listed.slice(from, from + AT_ONCE).map(read));
  }

  finder(other: OpenSource["media"]): OpenSource["media"] {
    return this.#files.finder(other);
  }

  /** As earlier imports remember it. */
  #sourceOf = (path: string): string => normalized(`${this.#tree.name}/${path}`, "NFC");

  async #read(path: string): Promise<Found> {
    const read = await this.#tree.read(path);
    const post = markdownPost(path, read.text, this.#choices.slugFrom, this.#dialect);
    const place = this.#dialect.placeOf(path, (other) => this.#texts.has(other));
    // In Jekyll, a layout may say so wherever the file lies.
    const isPage = this.#dialect.name === "jekyll" && post.fields.text("layout")?.toLowerCase() === "page";
    return {
      path,
      source: this.#sourceOf(path),
      read,
      post,
      place: isPage && "kind" in place ? { ...place, kind: "sheet" } : place,
    };
  }

  #skipped({ place, post, read }: Found): string | null {
    if ("skipped" in place) return place.skipped;
    if (place.needsFrontMatter && !/^(?:---|\+\+\+|\{)/.test(read.text))
      return "it has no front matter, so it was no page";
    return this.#dialect.skipsText(post, place);
  }
}

async function openMarkdown(choices: ReadingChoices): Promise<OpenSource> {
  const tree = await openTree(choices.path);
  try {
    const dialect = await dialectOf(tree, choices.dialect);
    const source = new MarkdownSource(tree, dialect, choices);
    await source.index();
    const media = source.finder(choices.media === null ? null : await openMedia(choices.media));
    return {
      kind: "markdown",
      site: choices.site ?? dialect.site,
      hosts: { site: [], files: [] },
      version: dialect.name,
      total: source.total,
      exportTime: tree.time,
      records: () => source.records(),
      left: () => source.left.list(),
      suggestions: () => [],
      media,
      close: async () => {
        await media?.close();
        await tree.close();
      },
    };
  } catch (error) {
    await tree.close();
    throw error;
  }
}

const generators = {
  hexo: "a Hexo site",
  hugo: "a Hugo site",
  jekyll: "a Jekyll site",
  plain: "a folder of Markdown files",
};

/** Reads a folder or a .zip of Markdown files, as they are or as Hugo, Jekyll and Hexo keep them. */
export const markdownReader: Reader = {
  kind: "markdown",
  async recognise(path) {
    const isFolder = (await stat(path).catch(() => null))?.isDirectory() === true;
    if (!isFolder && !/\.zip$/i.test(path)) return null;
    const tree = await openTree(path).catch(() => null);
    if (!tree) return null;
    try {
      // An export of this program holds Markdown as well.
      const isOwn = tree.files.some((file) => file.path === "manifest.json");
      const hasTexts = tree.files.some(({ kind }) => kind === "text");
      return hasTexts && !isOwn ? generators[(await dialectOf(tree, null)).name] : null;
    } finally {
      await tree.close();
    }
  },
  open: openMarkdown,
};
