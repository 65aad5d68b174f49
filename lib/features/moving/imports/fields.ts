import { createHash } from "node:crypto";
import { AppError } from "../../../core/errors";
import { newPost } from "../../writing/schema";
import type { TextRecord } from "../records";

/** Characters of all metas of one record together. */
const MOST_META = 65_536;
const MOST_METAS = 100;

/** NUL and other control characters, and halves of letters, which no engine stores. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
export const clean = (text: string): string => text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "").toWellFormed();

/** Some text cut to so many code points, with a word about it. */
export function fit(text: string, most: number, what: string, warnings: string[]): string {
  const tidy = clean(text);
  if (tidy.length <= most) return tidy;
  const points = Array.from(tidy);
  if (points.length <= most) return tidy;
  warnings.push(`its ${what} has more than ${most.toLocaleString("en-US")} characters and was cut`);
  return points.slice(0, most).join("");
}

/** The metas of a text, as many as the site takes. */
export function metasFor(given: Record<string, string>, warnings: string[]): { key: string; value: string }[] {
  const metas: { key: string; value: string }[] = [];
  let [length, left] = [0, 0];
  for (const [name, text] of Object.entries(given)) {
    const [key, value] = [clean(name).trim(), clean(text)];
    const isTooLong = key === "" || Array.from(key).length > 255 || length + key.length + value.length > MOST_META;
    if (isTooLong || metas.length >= MOST_METAS || metas.some((meta) => meta.key === key)) left += 1;
    else {
      metas.push({ key, value });
      length += key.length + value.length;
    }
  }
  if (left > 0) warnings.push(`${left} of its custom fields did not fit and ${left === 1 ? "was" : "were"} left out`);
  return metas.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** What the source says of a text, by which a change there is told from a change here. */
export function saidOf(record: TextRecord): Record<string, unknown> {
  const { title, slug, status, password, createTime, author, summary, thumbnail, topPriority } = record;
  const { disallowComment, template, metaDescription, metaKeywords, categories, tags, metas } = record;
  const body = [record.editorType, record.originalContent, record.keptHtml, record.working];
  return {
    body: createHash("sha256").update(JSON.stringify(body)).digest("hex"),
    title,
    slug,
    status,
    password,
    createTime,
    authorId: author,
    summary,
    thumbnail,
    topPriority,
    disallowComment,
    template,
    metaDescription,
    metaKeywords,
    categoryIds: categories,
    tagIds: tags,
    metas,
  };
}

const columnOf: Record<string, string> = { tags: "tagIds", categories: "categoryIds" };

/**
 * The fields that the source says nothing of, so that they stay as they are here. A text that was a draft of the
 * source's own is published once the source says nothing of that any more.
 */
export function unsaidIn(
  record: TextRecord,
  before: Readonly<Record<string, unknown>>,
  there: { publishedTime: Date | null } | null,
): Set<string> {
  const unsaid = new Set<string>((record.unsaid ?? []).map((name) => columnOf[name] ?? name));
  const wasDraft = before.status === undefined ? there?.publishedTime === null : before.status === "DRAFT";
  if (wasDraft) unsaid.delete("status");
  // A text whose source names its author only since then keeps the one that it has here.
  if (record.author === null) unsaid.add("authorId");
  return unsaid;
}

/** The fields that have changed at the source since it was taken in. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
  unsaid: ReadonlySet<string>,
): Set<string> {
  const changed = Object.keys(now).filter(
    (name) => !unsaid.has(name) && JSON.stringify(before[name] ?? null) !== JSON.stringify(now[name] ?? null),
  );
  return new Set(changed);
}

/** The columns that have changed at the source since a record was taken in. */
export const columnsOfChange = (
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
  kept: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => !kept.includes(name) && JSON.stringify(before[name] ?? null) !== JSON.stringify(value ?? null),
    ),
  );

/** Refuses a summary that is longer than any here. */
export function checkSummary(summary: string): void {
  const checked = newPost.shape.summary.safeParse(summary);
  if (!checked.success) throw new AppError("invalid", "Please check summary: At most 10000 characters.");
}
