import { join } from "node:path";
import { renderContent } from "../services/rendering/renderer";
import { type Actor, system } from "../core/access";
import { AppError, invalidInput } from "../core/errors";
import { attempt } from "../doors/command";
import { rememberImport } from "../features/moving/mutations";
import { getImportAuthor, getImportState } from "../features/moving/queries";
import type { ImportState } from "../features/moving/schema";
import { createPost, updatePost } from "../features/writing/posts/mutations";
import { newPost } from "../features/writing/schema";
import { type FileReport, type ImportReport, summaryOf } from "./import-report";
import { badFile, type Folder, type FoundFile, listMarkdown, readMarkdown } from "./markdown-files";
import { type MarkdownPost, markdownPost, type SlugFrom } from "./markdown-post";
import { fileBeside, isServed, missingCover, missingReferences, type Place } from "./references";
import { TakenFiles } from "./taken-files";
import { Terms } from "./terms";

export type ImportOptions = {
  folder: string;
  /** Username of the posts' author; the first ADMIN without it. */
  author?: string | undefined;
  dryRun: boolean;
  slugFrom: SlugFrom;
  /** A date for texts whose front matter has none that can be read. */
  dateFor?: (post: MarkdownPost) => Date | undefined;
  onStart?: (files: number) => void;
  onFile?: (report: FileReport) => void;
};

type Import = ImportOptions & {
  root: string;
  source: (path: string) => string;
  actor: Actor;
  terms: Terms;
  taken: TakenFiles;
  addresses: Map<string, string>;
};
type Source = { path: string; text: string; hash: string };

/**
 * Imports every Markdown file of a folder, each in its own transaction; a bad one is reported and the rest continues.
 */
export async function importMarkdown(options: ImportOptions): Promise<ImportReport> {
  const folder: Folder = await listMarkdown(options.folder);
  const author = await getImportAuthor(system, { username: options.author });
  // The command may do everything; the records belong to the author.
  const actor: Actor = { ...system, id: author.id, name: author.username };
  const terms = await Terms.load(actor, options.dryRun);
  const source = (path: string) => `${folder.name}/${path}`.normalize("NFC");
  const work: Import = {
    ...options,
    root: folder.root,
    source,
    actor,
    terms,
    taken: new TakenFiles(actor),
    addresses: new Map(),
  };

  options.onStart?.(folder.files.length);
  const files: FileReport[] = [];
  for (const found of folder.files) {
    const report = await importFound(work, found);
    files.push(report);
    options.onFile?.(report);
  }
  return {
    folder: folder.root,
    dryRun: options.dryRun,
    author: author.username,
    summary: summaryOf(files),
    made: terms.made,
    files,
  };
}

async function importFound(work: Import, { path, kind }: FoundFile): Promise<FileReport> {
  if (kind === "link")
    return { file: path, outcome: "skipped", reason: "symbolic links are not followed", warnings: [] };
  const done = await attempt(async () => importFile(work, { path, ...(await readMarkdown(work.root, path)) }));
  return done.ok ? done.value : { file: path, outcome: "failed", reason: done.refusal.message, warnings: [] };
}

async function importFile(work: Import, source: Source): Promise<FileReport> {
  const post = markdownPost(source.path, source.text, work.slugFrom);
  claimAddress(work, source.path, post);
  const slug = post.slug.text === "" ? null : post.slug.text;
  const state = await getImportState(system, { source: work.source(source.path), slug });
  const base = { file: source.path, title: post.title, warnings: [] };

  const known =
    state.known ??
    ((await isCopyOf(work, source.path, post, state))
      ? { postId: state.atAddress?.postId ?? 0, hash: source.hash }
      : null);
  if (known?.hash === source.hash) {
    // The last import was stopped after the post and before its record, or the file has moved: only the record is
    // missing.
    if (!state.known && !work.dryRun)
      await rememberImport(system, { source: work.source(source.path), hash: source.hash, postId: known.postId });
    return { ...base, outcome: "unchanged", postId: known.postId };
  }
  if (state.known?.status === "RECYCLE")
    return {
      ...base,
      outcome: "skipped",
      reason: "its post is in the recycle bin; restore it there first",
      postId: state.known.postId,
    };
  checkAddress(post, state);
  return save(work, source, post, state);
}

const placeFor = (work: Import, path: string): Place => ({
  root: work.root,
  path,
  publicFolder: join(process.cwd(), "public"),
});

/** Whether the post at a file's address equals what an import would make, with its files attached. */
async function isCopyOf(work: Import, path: string, post: MarkdownPost, { atAddress }: ImportState): Promise<boolean> {
  if (atAddress === null || atAddress.title !== post.title) return false;
  return (
    atAddress.originalContent === post.body ||
    atAddress.originalContent === (await work.taken.relink(post.body, placeFor(work, path), true)).text
  );
}

/** A post whose text and cover have the addresses of the attached files. A dry run lists what would be missing. */
async function withFiles(
  work: Import,
  post: MarkdownPost,
  place: Place,
): Promise<{ body: string; cover: string | undefined; warnings: string[] }> {
  const warnings = [...post.warnings];
  let { cover } = post;
  if (cover !== undefined && !isServed(cover, place)) {
    const taken =
      fileBeside(cover, place) === null
        ? { reason: missingCover(cover, place) }
        : work.dryRun
          ? { url: undefined }
          : await work.taken.take(cover, "image", place);
    if ("reason" in taken)
      warnings.push(fileBeside(cover, place) === null ? taken.reason : `cover ${cover}: ${taken.reason}`);
    cover = "url" in taken ? taken.url : undefined;
  }
  if (work.dryRun) return { body: post.body, cover, warnings };
  const { text, warnings: more } = await work.taken.relink(post.body, place);
  return { body: text, cover, warnings: [...warnings, ...more] };
}

/** Refuses the second of two files with the same address. */
function claimAddress(work: Import, path: string, { slug }: MarkdownPost): void {
  if (slug.from === "title") return;
  const other = work.addresses.get(slug.text);
  if (other !== undefined)
    throw badFile(`its address "${slug.text}" is that of ${other} already; give one of the two a slug of its own`);
  work.addresses.set(slug.text, path);
}

/** Refuses the address of another post. A derived address does not replace an existing post. */
function checkAddress({ slug }: MarkdownPost, { known, atAddress }: ImportState): void {
  if (
    !atAddress ||
    atAddress.postId === known?.postId ||
    slug.from === "title" ||
    (known && slug.from !== "front matter")
  )
    return;
  throw new AppError(
    "conflict",
    `its address "${slug.text}" belongs to the post "${atAddress.title}" already; give the file a slug of its own`,
  );
}

const fieldsOf = (post: MarkdownPost, originalContent: string, thumbnail: string | undefined) => ({
  title: post.title,
  originalContent,
  editorType: "MARKDOWN" as const,
  keepRaw: false,
  summary: post.summary,
  thumbnail,
  password: post.password,
  topPriority: post.topPriority,
  disallowComment: post.disallowComment,
});

/** Refuses what the post's rules will refuse, before tags and categories are made for it. */
function checkFields(post: MarkdownPost): void {
  const checked = newPost.safeParse(fieldsOf(post, post.body, undefined), { reportInput: true });
  if (!checked.success) throw invalidInput(checked.error);
}

async function save(
  work: Import,
  { path, hash }: Source,
  post: MarkdownPost,
  { known }: ImportState,
): Promise<FileReport> {
  checkFields(post);
  const place = placeFor(work, path);
  const { body, cover, warnings } = await withFiles(work, post, place);
  const [tagIds, categoryIds] = [
    post.tags && (await work.terms.tagIds(post.tags)),
    post.categories && (await work.terms.categoryIds(post.categories)),
  ];
  const fields = {
    ...fieldsOf(post, body, cover),
    createTime: (work.dateFor?.(post) ?? post.date)?.getTime(),
    tagIds,
    categoryIds,
  };
  const report = { file: path, outcome: known ? ("updated" as const) : ("imported" as const), title: post.title };
  if (work.dryRun) {
    const { html } = await renderContent({ editorType: "MARKDOWN", originalContent: post.body, keepRaw: false });
    return {
      ...report,
      ...(known && { postId: known.postId }),
      url: `/archives/${encodeURIComponent(post.slug.text || "post")}`,
      warnings: [...warnings, ...missingReferences(html, place)],
    };
  }
  const saved = known
    ? await updatePost(work.actor, {
        ...fields,
        postId: known.postId,
        ...(post.slug.from === "front matter" && { slug: post.slug.text }),
        // A file without a status does not publish a post that was hidden here, unless only the file's own draft was.
        status: post.status ?? (known.wasLive ? undefined : "PUBLISHED"),
      })
    : await createPost(work.actor, {
        ...fields,
        slug: post.slug.from === "title" ? undefined : post.slug.text,
        status: post.status ?? "PUBLISHED",
      });
  await rememberImport(system, { source: work.source(path), hash, postId: saved.id });
  return {
    ...report,
    postId: saved.id,
    url: saved.url,
    warnings: [...warnings, ...missingReferences(saved.content, place)],
  };
}
