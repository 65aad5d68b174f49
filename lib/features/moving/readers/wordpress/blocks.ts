import { MarkupScanner, piecesOf } from "../../../../text/html/markup-scanner";
import { plainTextOf } from "../../../../text/html/plain-text";
import { embedHtml, figureHtml, imageHtml, linkHtml } from "../html/writing";

/** A text grew beyond its bound while what it refers to was put into it. */
export class TextTooLong extends Error {}

export type BlockContext = {
  /** The text of a reusable block; null where the file has none of that number. */
  reusable: (id: string) => string | null;
  /** Dynamic blocks that were removed, by name. */
  removed: Set<string>;
  missing: Set<string>;
  /** Characters that reused blocks may still add. */
  budget: { left: number };
};

type Mark = { name: string; attributes: Record<string, unknown>; isClosing: boolean; isVoid: boolean };

/** Reused blocks in reused blocks, at most. */
const MAX_DEPTH = 5;
/** They show nothing by themselves. */
const silent = new Set([
  "separator",
  "spacer",
  "more",
  "nextpage",
  "column",
  "group",
  "paragraph",
  "html",
  "freeform",
  "shortcode",
]);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function attributesOf(json: string): Record<string, unknown> {
  if (!json.startsWith("{")) return {};
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** The mark of a block in a comment, such as `<!-- wp:image {"id":12} -->`; null in other comments. */
function markOf(comment: string): Mark | null {
  let text = comment.slice(4, -3).trim();
  const isClosing = text.startsWith("/");
  if (isClosing) text = text.slice(1);
  if (!text.startsWith("wp:")) return null;
  const isVoid = text.endsWith("/");
  if (isVoid) text = text.slice(0, -1).trimEnd();
  const end = text.search(/\s/);
  const name = (end < 0 ? text : text.slice(0, end)).slice(3).replace(/^core\//, "");
  if (!/^[a-z][a-z0-9/_-]{0,100}$/i.test(name)) return null;
  return { name, attributes: end < 0 ? {} : attributesOf(text.slice(end).trim()), isClosing, isVoid };
}

/** Whether a text was written with WordPress' block editor. */
export const hasBlocks = (html: string): boolean => html.includes("<!-- wp:");

const isEmbed = (name: string): boolean => name === "embed" || name.startsWith("core-embed/");
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** What stands between `<figcaption>` and its end. */
function captionIn(html: string): string {
  let from = -1;
  for (const { kind, name, from: start, to } of piecesOf(html)) {
    if (name !== "figcaption") continue;
    if (kind === "open") from = to;
    else if (from >= 0) return html.slice(from, start);
  }
  return "";
}

function embedOf(attributes: Record<string, unknown>, inner: string): string {
  const address = textOf(attributes.url) || (/https?:\/\/\S+/.exec(plainTextOf(inner))?.[0] ?? "");
  return address === "" ? inner : figureHtml(embedHtml(address), captionIn(inner));
}

/** The picture of a cover that is only in a style, which is not taken over. */
function coverHtml({ attributes }: Mark, following: string): string {
  const address = textOf(attributes.url);
  const isPicture = address !== "" && attributes.backgroundType !== "video" && !following.includes("<img");
  return isPicture ? figureHtml(imageHtml(address, textOf(attributes.alt)), "") : "";
}

function voidHtml({ name, attributes }: Mark, context: BlockContext, open: readonly string[]): string {
  if (name === "block") return reused(textOf(attributes.ref), context, open);
  if (isEmbed(name) && textOf(attributes.url) !== "") return embedOf(attributes, "");
  if (name === "social-link" && /^https?:/.test(textOf(attributes.url)))
    return `<li>${linkHtml(textOf(attributes.url), textOf(attributes.label) || textOf(attributes.service) || textOf(attributes.url))}</li>`;
  if (!silent.has(name)) context.removed.add(name);
  return "";
}

function reused(id: string, context: BlockContext, open: readonly string[]): string {
  const text = open.includes(id) || open.length >= MAX_DEPTH ? null : context.reusable(id);
  if (text === null) {
    context.missing.add(id);
    return "";
  }
  context.budget.left -= text.length;
  if (context.budget.left < 0) throw new TextTooLong();
  return withoutMarks(text, context, [...open, id]);
}

/** The text without the marks of blocks; reused ones, players and links are put in their places. */
export function withoutMarks(html: string, context: BlockContext, open: readonly string[] = []): string {
  const scanner = new MarkupScanner(html);
  const out: string[] = [];
  let embed: { mark: Mark; at: number } | undefined;
  for (let piece = scanner.next(); piece; piece = scanner.next()) {
    const source = html.slice(piece.from, piece.to);
    const mark = piece.kind === "comment" ? markOf(source) : null;
    if (!mark) out.push(source);
    else if (mark.isVoid) out.push(voidHtml(mark, context, open));
    else if (mark.name === "cover" && !mark.isClosing) out.push(coverHtml(mark, html.slice(piece.to, piece.to + 1500)));
    else if (isEmbed(mark.name)) {
      if (!mark.isClosing) embed ??= { mark, at: out.length };
      else if (embed) {
        const inner = out.splice(embed.at).join("");
        out.push(embedOf(embed.mark.attributes, inner));
        embed = undefined;
      }
    }
  }
  return out.join("");
}
