import { plainTextOf } from "../../../../text/html/plain-text";
import type { TextRecord, TextStatus } from "../../records";
import type { ReadingChoices } from "../../reading";
import { isSheet, resolved } from "./addresses";
import { ghostBody } from "./body";
import type { Facts } from "./facts";
import type { Row } from "./row";

/** Rows of other tables that belong to one post. */
export type Related = { meta: Row; tags: Row[]; authors: Row[] };

const MAX_CODE = 2000;

const ownMetas = [
  "og_image",
  "og_title",
  "og_description",
  "twitter_image",
  "twitter_title",
  "twitter_description",
  "meta_title",
  "feature_image_alt",
];

/** The date of publication, or the next best. */
function dateOf(row: Row, warnings: string[]): Date | null {
  const date = row.date("published_at") ?? row.date("created_at");
  if (date) return date;
  const changed = row.date("updated_at");
  if (changed) warnings.push("Its date cannot be read; the date of its last change was taken.");
  return changed;
}

/** What a status is without regard to who could read it. */
function plainStatus(row: Row, isMailedOnly: boolean, warnings: string[]): TextStatus {
  const status = row.text("status");
  if (status === "sent" || isMailedOnly) {
    warnings.push("It was sent by mail only and never stood on the site, so it is private.");
    return status === "draft" ? "DRAFT" : "INTIMATE";
  }
  if (status === "published") return "PUBLISHED";
  if (status === "scheduled" && row.date("published_at")) return "PUBLISHED";
  if (status === "scheduled") warnings.push("It was planned for a date that cannot be read, so it is a draft.");
  else if (status !== "draft") warnings.push(`Its status (${status || "none"}) is not known, so it is a draft.`);
  return "DRAFT";
}

const forMembers: Record<ReadingChoices["members"], TextStatus> = {
  private: "INTIMATE",
  draft: "DRAFT",
  publish: "PUBLISHED",
};

function statusOf(
  row: Row,
  meta: Row,
  { isPrivate }: Facts,
  members: ReadingChoices["members"],
  warnings: string[],
): TextStatus {
  const status = plainStatus(row, meta.flag("email_only") || row.flag("email_only"), warnings);
  const visibility = row.has("visibility") ? row.text("visibility") : "public";
  if ((visibility === "public" && !isPrivate) || status !== "PUBLISHED") return status;
  const chosen = forMembers[members];
  const what = { INTIMATE: "private", DRAFT: "a draft", PUBLISHED: "public", RECYCLE: "" }[chosen];
  const whom = visibility === "public" ? "those who had the site's password" : visibility || "nobody known";
  warnings.push(`Its old site showed it to ${whom} only; here it is ${what}.`);
  return chosen;
}

function metasOf(row: Row, meta: Row, facts: Facts, { tags, authors }: Related): Record<string, string> {
  const metas: [string, string][] = [];
  const add = (key: string, value: string) =>
    value !== "" && metas.push([key, resolved(value, facts.site ?? "").slice(0, 8000)]);
  for (const key of ownMetas) add(key, meta.text(key) || row.text(key));
  // HTML there; here the words below the cover.
  add("feature_image_caption", plainTextOf(meta.text("feature_image_caption") || row.text("feature_image_caption")));
  add("canonical_url", row.text("canonical_url"));
  const names = tags.flatMap((each) => facts.internalTags.get(each.text("tag_id")) ?? []);
  add("internal_tags", names.join(", "));
  const others = authors.slice(1).map((each) => facts.userNames.get(each.text("author_id")) ?? "");
  add("co_authors", others.filter((name) => name !== "").join(", "));
  return Object.fromEntries(metas);
}

function codeWarnings(row: Row, warnings: string[]): void {
  for (const name of ["codeinjection_head", "codeinjection_foot"]) {
    const code = row.text(name).trim();
    if (code !== "") warnings.push(`Code for the page's ${name.slice(14)} was dropped: ${code.slice(0, MAX_CODE)}`);
  }
}

/** A post or page of the old site. Throws where its text is too long. */
export function ghostText(
  row: Row,
  related: Related,
  facts: Facts,
  { as, members }: Pick<ReadingChoices, "as" | "members">,
): TextRecord {
  const warnings: string[] = [];
  const { meta, tags, authors } = related;
  const site = facts.site ?? "";
  const status = statusOf(row, meta, facts, members, warnings);
  const kind = isSheet(row) ? "sheet" : "post";
  const createTime = dateOf(row, warnings);
  const author = authors[0]?.text("author_id") || row.text("author_id");
  const publicTags = tags.map((each) => each.text("tag_id")).filter((id) => facts.tags.has(id));
  const [first, ...rest] = publicTags;
  const asCategory = facts.primaryTags !== null && kind === "post" && first !== undefined;
  codeWarnings(row, warnings);
  return {
    kind,
    source: row.text("id"),
    title: plainTextOf(row.text("title")),
    slug: row.text("slug"),
    status,
    password: "",
    createTime,
    updateTime: row.date("updated_at"),
    editTime: row.date("updated_at"),
    recycledTime: null,
    author: facts.userNames.has(author) ? author : null,
    authorName: null,
    summary: plainTextOf(row.text("custom_excerpt")),
    thumbnail: resolved(row.text("feature_image") || row.text("image"), site),
    topPriority: row.flag("featured") ? 1 : 0,
    disallowComment: false,
    template: row.text("custom_template").replace(/^custom-/, ""),
    metaDescription: meta.text("meta_description") || row.text("meta_description"),
    metaKeywords: "",
    visits: 0,
    likes: 0,
    categories: asCategory ? [first] : [],
    tags: asCategory ? rest : publicTags,
    metas: metasOf(row, meta, facts, related),
    working: null,
    ...ghostBody(row, status, { site, as }, warnings),
    keptHtml: null,
    oldAddresses: facts.addressesOf(row, createTime, facts.tags.get(first ?? "")?.slug ?? "", author),
    warnings,
  };
}
