import type { PostForm } from "../../lib/features/writing/revision-schema";
import type { Post } from "../../lib/features/writing/schema";

/** What the operations take of a post beside its text, and beside what the form shows in its own way. */
type Plain = Omit<
  PostForm,
  "content" | "originalContent" | "keepRaw" | "editorType" | "status" | "slug" | "createTime" | "metas"
>;

/** The fields of the form: all but the text. Dates are ISO 8601, "" is none. */
export type Fields = { [Name in keyof Plain]-?: NonNullable<Plain[Name]> } & {
  slug: string;
  /** The status it has, or gets when it is published. */
  visibility: "PUBLISHED" | "INTIMATE";
  createTime: string;
  metas: { key: string; value: string }[];
};

/** A post on screen: the form's fields and the text. */
export type Edits = Fields & { originalContent: string };

/** A new post; a field that the operations take and that is missing here is an error of types. */
export const emptyFields: Fields = {
  title: "",
  slug: "",
  summary: "",
  thumbnail: "",
  categoryIds: [],
  tagIds: [],
  visibility: "PUBLISHED",
  password: "",
  createTime: "",
  template: "",
  metaDescription: "",
  metaKeywords: "",
  disallowComment: false,
  topPriority: 0,
  metas: [],
};

export const isLive = (post: Pick<Post, "status"> | null): boolean =>
  post?.status === "PUBLISHED" || post?.status === "INTIMATE";

const letters = (value: string) => value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Whether an address was made from the title, so that it goes on following it until the post is published. */
export const followsTitle = (slug: string, title: string): boolean => {
  const made = letters(slug.replace(/-\d+$/, ""));
  return made === "post" || letters(title).startsWith(made) || letters(title).startsWith(letters(slug));
};

/** A never published post's date is that of its making, which says nothing; a later one was chosen. */
const chosenDate = (post: Post): string =>
  post.publishedTime === null && post.createTime.getTime() <= Date.now() ? "" : post.createTime.toISOString();

/** What the form shows of a post; `untitled` is the name of one that has none yet. */
export function fieldsOf(post: Post, untitled: string): Fields {
  const names = Object.keys(emptyFields) as (keyof Fields & keyof Post)[];
  return {
    ...(Object.fromEntries(names.map((name) => [name, post[name]])) as Pick<Post, keyof Fields & keyof Post>),
    title: post.title === untitled ? "" : post.title,
    slug: post.publishedTime === null && followsTitle(post.slug, post.title) ? "" : post.slug,
    visibility: post.status === "INTIMATE" ? "INTIMATE" : "PUBLISHED",
    createTime: chosenDate(post),
    metas: post.metas.map(({ key, value }) => ({ key, value })),
  };
}

/** The fields as the operations take them: an empty address is made from the title, an empty date stays as it is. */
export function sentFields({ visibility, createTime, slug, ...fields }: Fields): PostForm {
  void visibility;
  return { ...fields, slug: slug.trim() === "" ? null : slug, ...(createTime !== "" && { createTime }) };
}

/** Whether a chosen date is still to come. */
export const isLater = (createTime: string): boolean =>
  createTime !== "" && new Date(createTime).getTime() > Date.now();

/** Whether two forms say the same. */
export const sameFields = (a: Fields, b: Fields): boolean =>
  (Object.keys(emptyFields) as (keyof Fields)[]).every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));

const titleLength = 60;

/** A name for a text that has none: its first words. */
export function titleOf(
  { title, originalContent }: Pick<Edits, "title" | "originalContent">,
  untitled: string,
): string {
  if (title.trim() !== "") return title;
  const line =
    originalContent
      .slice(0, 2000)
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
