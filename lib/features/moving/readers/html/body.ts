import { classesIn } from "./classes";
import { allowedTags } from "../../../../text/html/elements";
import { playerAddress } from "../../../../text/html/addresses";
import { attributesIn } from "../../../../text/html/html-tokens";
import { markdownFromHtml } from "../../../../text/markdown/from-html";
import { piecesOf } from "../../../../text/html/markup-scanner";
import type { TextRecord } from "../../records";
import type { ReadingChoices } from "../../reading";

/** Elements that are taken off while everything in them stays as it was. */
const harmless = new Set(
  "acronym article aside big body center font footer head header hgroup html main nav nobr search wbr link meta".split(
    " ",
  ),
);

const tagStart = /<([a-z][a-z0-9-]*)/gi;

/** Whether there may be anything that is not shown; faster than looking at each tag. */
function isSuspicious(html: string): boolean {
  for (const [, name = ""] of html.matchAll(tagStart)) {
    const tag = name.toLowerCase();
    if (tag === "iframe" || (!allowedTags.has(tag) && !harmless.has(tag))) return true;
  }
  return false;
}

/** One sentence on what the sanitiser will not show; null where it shows everything. */
function removedOnDisplay(html: string): string | null {
  if (!isSuspicious(html)) return null;
  const counts = new Map<string, number>();
  const note = (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { kind, name, from, to } of piecesOf(html)) {
    if (kind !== "open") continue;
    if (name === "iframe") {
      const address = attributesIn(html.slice(from, to)).find((attribute) => attribute.name === "src")?.value ?? "";
      if (playerAddress(address) === undefined) note("iframe (now a link)");
    } else if (!allowedTags.has(name) && !harmless.has(name) && /^[a-z][a-z0-9-]{0,40}$/.test(name)) note(name);
  }
  if (counts.size === 0) return null;
  const named = [...counts].slice(0, 20).map(([name, count]) => `${count} ${name}`);
  return `removed on display: ${named.join(", ")}`;
}

type Body = Pick<TextRecord, "editorType" | "originalContent">;

/**
 * A text in HTML as it is stored here. Of rich text the writer says what is not shown of it; what becomes Markdown loses
 * it here, which is added to the warnings.
 */
export function bodyOf(html: string, as: ReadingChoices["as"], warnings: string[]): Body {
  const ours = classesIn(html);
  if (as === "richtext") return { editorType: "RICHTEXT", originalContent: ours };
  const markdown = markdownFromHtml(ours);
  if (markdown === null) {
    warnings.push("Its HTML is nested too deeply, or too large, to become Markdown, and stays rich text.");
    return { editorType: "RICHTEXT", originalContent: ours };
  }
  const removed = removedOnDisplay(html);
  if (removed !== null) warnings.push(removed);
  return { editorType: "MARKDOWN", originalContent: markdown };
}
