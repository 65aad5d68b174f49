import type { BlankPost, PostForm } from "../../lib/features/writing/revision-schema";
import type { Post } from "../../lib/features/writing/schema";

/** The fields of the form: all but the text. Dates are ISO 8601, "" is none. */
export type Fields = Omit<BlankPost, "createTime" | "metas"> & {
  /** Its status, or the one it gets when it is published. */
  visibility: "PUBLISHED" | "INTIMATE";
  /** Whether its first publication is mailed to followers. */
  mailFollowers: boolean;
  createTime: string;
  metas: { key: string; value: string }[];
};

/** A text with the kind of its source. */
export type Text = Pick<Post, "originalContent" | "editorType">;

/** The form's fields and the text, as they are on screen. */
export type Edits = Fields & Text;

export const sameTexts = (a: Text, b: Text): boolean =>
  a.originalContent === b.originalContent && a.editorType === b.editorType;

/** The fields of a new post. */
export const blankFields = (blank: BlankPost): Fields => ({
  ...blank,
  visibility: "PUBLISHED",
  mailFollowers: true,
  createTime: "",
  metas: [],
});

export const isLive = (post: Pick<Post, "status"> | null): boolean =>
  post?.status === "PUBLISHED" || post?.status === "INTIMATE";

const letters = (value: string) => value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Whether a slug was made of the title, so that it follows the title until the post is published. */
export const followsTitle = (slug: string, title: string): boolean => {
  const made = letters(slug.replace(/-\d+$/, ""));
  return made === "post" || letters(title).startsWith(made) || letters(title).startsWith(letters(slug));
};

/** The date of a never published post is when it was made, unless a later one was chosen. */
const chosenDate = (post: Post): string =>
  post.publishedTime === null && post.createTime.getTime() <= Date.now() ? "" : post.createTime.toISOString();

/** A post's fields in the form, by the names of a blank one; `untitled` is the name of one without a title. */
export function fieldsOf(post: Post, { blank, untitled }: { blank: BlankPost; untitled: string }): Fields {
  const names = Object.keys(blank) as (keyof Fields & keyof Post)[];
  return {
    ...(Object.fromEntries(names.map((name) => [name, post[name]])) as Pick<Post, keyof Fields & keyof Post>),
    title: post.title === untitled ? "" : post.title,
    slug: post.publishedTime === null && followsTitle(post.slug, post.title) ? "" : post.slug,
    visibility: post.status === "INTIMATE" ? "INTIMATE" : "PUBLISHED",
    mailFollowers: true,
    createTime: chosenDate(post),
    metas: post.metas.map(({ key, value }) => ({ key, value })),
  };
}

/** The fields for the operations: an empty slug is made of the title, an empty date stays. */
export function sentFields({ visibility, mailFollowers, createTime, slug, ...fields }: Fields): PostForm {
  void [visibility, mailFollowers];
  return { ...fields, slug: slug.trim() === "" ? null : slug, ...(createTime !== "" && { createTime }) };
}

/** Whether a chosen date is in the future. */
export const isLater = (createTime: string): boolean =>
  createTime !== "" && new Date(createTime).getTime() > Date.now();

/** Whether two forms are equal. */
export const sameFields = (a: Fields, b: Fields): boolean =>
  (Object.keys(a) as (keyof Fields)[]).every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));

const titleLength = 60;

/** The words of HTML, block by block; rough, for a name that somebody will replace. */
const wordsIn = (html: string): string =>
  html
    .replace(/<[^>]{0,2000}>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** Lines of Markdown that are no prose: headings, lists, tables, code, pictures. */
const besideProse = /^(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|\||!\[|```|~~~|:::|---|<)|^\[!\w+\]$/;
/** The same in rich text, with all that is in it. */
const besideProseInHtml = /<(h[1-6]|pre|ul|ol|table|figure|details|section)\b[\s\S]*?<\/\1>/g;
const LONGEST_BEGINNING = 5000;

/** The beginning of a text as its words alone; rough, the server makes the real excerpt. */
export function beginningOf({ originalContent, editorType }: Text, length: number): string {
  const source = originalContent.slice(0, LONGEST_BEGINNING);
  if (editorType === "RICHTEXT")
    return wordsIn(source.replace(besideProseInHtml, " ")).replace(/\s+/g, " ").trim().slice(0, length);
  let isCode = false;
  const lines = source.split("\n").flatMap((raw) => {
    const line = raw.replace(/^(?:>\s?)+/, "").trim();
    if (/^(?:```|~~~)/.test(line)) isCode = !isCode;
    return isCode || besideProse.test(line) ? [] : [line];
  });
  const words = lines.join(" ").replace(/!?\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, "$1");
  return wordsIn(words.replace(/\[\^\w+\]:?|[*_`~]/g, ""))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, length);
}

/** A title for a text without one: its first words. */
export function titleOf(
  { title, originalContent, editorType }: Pick<Edits, "title" | "originalContent" | "editorType">,
  untitled: string,
): string {
  if (title.trim() !== "") return title;
  const line =
    (editorType === "RICHTEXT" ? wordsIn(originalContent.slice(0, 2000)) : originalContent.slice(0, 2000))
      .split("\n")
      .map((each) =>
        each
          .replace(/^[\s#>*+\-\d.]+/, "")
          .replace(/[*_`[\]]/g, "")
          .trim(),
      )
      .find((each) => each !== "") ?? "";
  const points = [...line];
  return points.length === 0
    ? untitled
    : points.length > titleLength
      ? `${points.slice(0, titleLength).join("").trim()}…`
      : line;
}
