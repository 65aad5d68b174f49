import { cutAtWord, plainTextOf } from "../../../../text/html/plain-text";
import type { TextRecord, TextStatus } from "../../records";
import type { ReadingChoices } from "../../reading";
import { bodyOf } from "../html/body";
import { decodedAddress } from "../../../../text/address-parts";
import { oldPath } from "../old-address";
import { contentOf } from "./content";
import { instantOf } from "./dates";
import { isKeptBackField, restrictionIn } from "./gates";
import type { Item } from "./item";
import type { Survey } from "./survey";
import { termKey } from "./terms";

/** The longest summary that is made of the words before `<!--more-->`. */
const MAX_TEASER = 500;
/** As many values of the owner's own, and as many characters in them, as a record may have. */
const [MOST_METAS, MOST_META_CHARACTERS, MAX_KEY] = [100, 60_000, 255];
/** The most fields that were left out that a warning names. */
const MOST_NAMED = 20;

const metaDescriptions = ["_yoast_wpseo_metadesc", "rank_math_description", "_aioseo_description"];
const metaKeywords = ["_yoast_wpseo_focuskw", "rank_math_focus_keyword"];
const taken = new Set([...metaDescriptions, ...metaKeywords]);

const dateOf = (time: number | null): Date | null => (time === null ? null : new Date(time));

function statusOf(item: Item, time: number | null, now: number, warnings: string[]): TextStatus {
  switch (item.status) {
    case "publish":
      return "PUBLISHED";
    case "future":
      if (time === null) {
        warnings.push("It was planned for a date that cannot be read, so it is a draft.");
        return "DRAFT";
      }
      if (time <= now) warnings.push("It was planned for a date that has passed, and is published now.");
      return "PUBLISHED";
    case "draft":
    case "auto-draft":
      return "DRAFT";
    case "pending":
      warnings.push("It was pending review, and is a draft now.");
      return "DRAFT";
    case "private":
      return "INTIMATE";
    case "trash":
      return "RECYCLE";
    default:
      warnings.push(`Its status (${item.status}) is not known, so it is a draft.`);
      return "DRAFT";
  }
}

/** A text that a plugin kept from some readers is private. */
function keptFromSome(item: Item, status: TextStatus, warnings: string[]): TextStatus {
  const field = restrictionIn(item.metas);
  if (field === null || status !== "PUBLISHED") return status;
  warnings.push(`Its old site showed it to those of ${field} only; here it is private.`);
  return "INTIMATE";
}

/** The dates of an item, from what is there of them. */
function datesOf(item: Item, survey: Survey, warnings: string[]): { created: number | null; modified: number | null } {
  const modified =
    instantOf(item.field("wp:post_modified_gmt")) ?? survey.offsets.instantOf(item.field("wp:post_modified"));
  const created = instantOf(item.field("wp:post_date_gmt")) ?? survey.offsets.instantOf(item.field("wp:post_date"));
  if (created !== null) return { created, modified };
  if (modified !== null) warnings.push("Its date cannot be read; the date of its last change was taken.");
  return { created: modified, modified };
}

function slugOf(item: Item): string {
  const slug = decodedAddress(item.field("wp:post_name"));
  if (item.status !== "trash") return slug;
  return decodedAddress(item.metas.get("_wp_desired_post_slug")?.trim() || slug.replace(/__trashed(?:-\d+)?$/, ""));
}

function metasOf(item: Item, survey: Survey, warnings: string[]): Record<string, string> {
  const metas = new Map<string, string>();
  const format = item.terms.find(({ domain }) => domain === "post_format");
  if (format) metas.set("post_format", format.nicename.replace(/^post-format-/, "") || format.name);
  const alt = coverOf(item, survey)?.alt;
  if (alt) metas.set("feature_image_alt", alt);
  const parent = survey.pageSlugs.get(item.field("wp:post_parent"));
  if (parent) metas.set("parent", decodedAddress(parent));
  let size = 0;
  let dropped = item.longMetas;
  const keptBack: string[] = [];
  for (const [key, value] of item.metas) {
    if (key.startsWith("_") || taken.has(key) || metas.has(key)) continue;
    if (isKeptBackField(key)) {
      keptBack.push(key);
      continue;
    }
    size += key.length + value.length;
    if (metas.size < MOST_METAS && size <= MOST_META_CHARACTERS && key.length <= MAX_KEY) metas.set(key, value);
    else dropped += 1;
  }
  if (keptBack.length > 0) {
    const named = keptBack.slice(0, MOST_NAMED).join(", ");
    warnings.push(`Custom fields were left out, since they may hold what not every reader saw: ${named}.`);
  }
  if (dropped > 0)
    warnings.push(
      `${dropped} custom fields were dropped: a record holds ${MOST_METAS}, with ${MOST_META_CHARACTERS} characters.`,
    );
  return Object.fromEntries(metas);
}

const firstMeta = (item: Item, keys: readonly string[]): string =>
  keys.map((key) => plainTextOf(item.metas.get(key) ?? "")).find((value) => value !== "") ?? "";

const coverIdOf = (item: Item): string => (item.metas.get("_thumbnail_id") ?? "").trim();
const coverOf = (item: Item, survey: Survey) => survey.attachments.file(coverIdOf(item));

function thumbnailOf(item: Item, survey: Survey, warnings: string[]): string {
  const id = coverIdOf(item);
  if (!/^\d+$/.test(id) || id === "0") return "";
  const file = coverOf(item, survey);
  if (!file) warnings.push(`Its picture (${id}) is not in the export.`);
  return file?.address ?? "";
}

function templateOf(item: Item): string {
  const template = (item.metas.get("_wp_page_template") ?? "").trim();
  return template === "default" ? "" : template.replace(/^.*\//, "").replace(/\.php$/, "");
}

function termsOf(item: Item, { choices }: Survey): { categories: string[]; tags: string[] } {
  const categories = new Set<string>();
  const tags = new Set<string>();
  for (const { domain, nicename, name } of item.terms) {
    const key = termKey({ nicename, name });
    if (domain === "category") categories.add(key);
    else if (domain === "post_tag" || domain === "tag" || choices.taxonomies.includes(domain)) tags.add(key);
  }
  return { categories: [...categories], tags: [...tags] };
}

function oldAddressesOf(item: Item, kind: "post" | "sheet", base: string): string[] {
  const path = oldPath(item.field("link"));
  const byNumber = `${base}/?${kind === "sheet" ? "page_id" : "p"}=${item.id}`;
  if (path === null || path === base || path === `${base}/`) return [byNumber];
  const before = item.status === "trash" ? path.replace(/__trashed(?:-\d+)?(?=\/?$)/, "") : path;
  return [...new Set([path, before]), byNumber];
}

/** A post or page of the old site. Throws where its text grows beyond its bound. */
export function textOf(
  item: Item,
  kind: "post" | "sheet",
  survey: Survey,
  as: ReadingChoices["as"],
  now: number,
): TextRecord {
  const warnings: string[] = [];
  const { created, modified } = datesOf(item, survey, warnings);
  const creator = item.field("dc:creator");
  const trashed = Number(item.metas.get("_wp_trash_meta_time"));
  const status = keptFromSome(item, statusOf(item, created, now, warnings), warnings);
  const { html, teaser } = contentOf(
    item.fields.get("content:encoded") ?? "",
    {
      file: (id) => survey.attachments.file(id),
      filesOf: (id) => survey.attachments.filesOf(id),
      reusable: (id) => survey.reusable.get(id),
      postId: item.id,
      isPublic: status === "PUBLISHED",
    },
    warnings,
  );
  return {
    kind,
    source: item.id,
    title: plainTextOf(item.field("title")),
    slug: slugOf(item),
    status,
    password: item.field("wp:post_password"),
    createTime: dateOf(created),
    updateTime: dateOf(modified),
    editTime: dateOf(modified),
    recycledTime: status === "RECYCLE" && trashed > 0 && trashed < 1e10 ? new Date(trashed * 1000) : null,
    author: survey.users.has(creator) ? creator : null,
    authorName: survey.users.has(creator) || creator === "" ? null : creator,
    summary: plainTextOf(item.fields.get("excerpt:encoded") ?? "") || cutAtWord(teaser ?? "", MAX_TEASER),
    thumbnail: thumbnailOf(item, survey, warnings),
    topPriority: item.field("wp:is_sticky") === "1" ? 1 : 0,
    disallowComment: item.field("wp:comment_status") === "closed",
    template: templateOf(item),
    metaDescription: firstMeta(item, metaDescriptions),
    metaKeywords: firstMeta(item, metaKeywords),
    visits: 0,
    likes: 0,
    ...termsOf(item, survey),
    metas: metasOf(item, survey, warnings),
    working: null,
    ...bodyOf(html, as, warnings),
    keptHtml: null,
    oldAddresses: oldAddressesOf(item, kind, survey.base),
    warnings,
  };
}
