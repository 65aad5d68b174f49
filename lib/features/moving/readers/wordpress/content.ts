import { MAX_SOURCE } from "../../../../text/markdown/source";
import { withAlternatives } from "./alternatives";
import { withoutGatedParts } from "./gates";
import { type BlockContext, hasBlocks, TextTooLong, withoutMarks } from "./blocks";
import type { MediaContext } from "./media-shortcodes";
import { withParagraphs } from "./paragraphs";
import { withoutShortcodes } from "./shortcodes";

export type ContentContext = Pick<MediaContext, "file" | "filesOf" | "postId"> &
  Pick<BlockContext, "reusable"> & {
    /** Whether the text is read by everybody here. */
    isPublic: boolean;
  };

const named = (names: ReadonlySet<string>): string => [...names].slice(0, 20).join(", ");

/**
 * A text of WordPress as HTML that stands alone: marks of blocks, shortcodes and line breaks are resolved. Throws
 * `TextTooLong` where it grows beyond any bound.
 */
export function contentOf(
  written: string,
  context: ContentContext,
  warnings: string[],
): { html: string; teaser: string | null } {
  const all = written.replace(/\r\n?/g, "\n");
  let cut = 0;
  const open = (text: string): string => {
    const found = withoutGatedParts(text);
    cut += found.cut;
    return context.isPublic ? found.text : text;
  };
  const source = open(all);
  const removed = new Set<string>();
  const missing = new Set<string>();
  const unknown = new Set<string>();
  const missingFiles = new Set<string>();
  const isBlocks = hasBlocks(source);
  const reusable = (id: string) => {
    const text = context.reusable(id);
    return text === null ? null : open(text);
  };
  const plain = isBlocks ? withoutMarks(source, { reusable, removed, missing, budget: { left: MAX_SOURCE } }) : source;
  const { html: expanded, teaser } = withoutShortcodes(plain, { ...context, unknown, missingFiles });
  const whole = isBlocks ? expanded.replace(/\n{3,}/g, "\n\n").trim() : withParagraphs(expanded);
  const html = withAlternatives(whole, context.file);
  if (html.length > MAX_SOURCE) throw new TextTooLong();
  if (cut > 0 && context.isPublic) warnings.push(`Parts that not every reader saw were cut out of it: ${cut}.`);
  else if (cut > 0) warnings.push("Parts of it were for some readers only; look at it before you publish it.");
  if (removed.size > 0) warnings.push(`Blocks that WordPress fills itself were removed: ${named(removed)}.`);
  if (missing.size > 0) warnings.push(`Reusable blocks are missing or contain themselves: ${named(missing)}.`);
  if (unknown.size > 0) warnings.push(`Shortcodes that are not known stay as text: ${named(unknown)}.`);
  if (missingFiles.size > 0) warnings.push(`Files that it shows are not in the export: ${named(missingFiles)}.`);
  return { html, teaser };
}
